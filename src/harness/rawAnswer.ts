import { createHash } from 'node:crypto';
import { limits } from '../kernel/limits.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { RawAnswer } from './events.ts';

/**
 * The raw answer as the record keeps it: whole up to the bound, then its start, length and
 * digest. `ascii` is the same as text where the caller has it.
 */
export function rawAnswer(bytes: Uint8Array, ascii: string | null = null): RawAnswer {
  if (ascii !== null && bytes.length <= limits.recordedLineBytes) return { text: ascii, bytes: bytes.length };
  const kept = bytes.length <= limits.recordedLineBytes ? bytes : bytes.subarray(0, limits.recordedLineBytes);
  const text = decodeUtf8(kept);
  const body = text === null ? { base64: Buffer.from(kept).toString('base64') } : { text };
  if (kept === bytes) return { ...body, bytes: bytes.length };
  return { ...body, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
