import { isSpace } from './characters.ts';
import type { JsonFault } from './fault.ts';

/** Bytes at which a UTF-16 text is told from a UTF-8 one. */
const SAMPLE_BYTES = 64;

/** What is wrong with the text before any JSON: not UTF-8, a byte order mark, or nothing there. */
export function brokenEncoding(bytes: Uint8Array, isUtf8: boolean): JsonFault | null {
  const first = bytes[0];
  // The usual case first: `{` and a second byte that is not NUL.
  if (isUtf8 && first === 0x7b && bytes[1] !== 0) return null;
  const wide = looksLikeUtf16(bytes);
  if (wide !== null) return fault('not-utf8', 0, Math.min(2, bytes.length), { looksLike: wide });
  if (!isUtf8) {
    const offset = firstInvalidByte(bytes);
    return fault('not-utf8', offset, 1, { looksLike: 'latin-1', byte: bytes[offset] ?? 0 });
  }
  let at = 0;
  while (at < bytes.length && isSpace(bytes[at]!)) at += 1;
  if (at === bytes.length) return fault('empty-line', 0, bytes.length, {});
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) return fault('bom', at, 3, {});
  return null;
}

function fault(
  code: JsonFault['code'],
  offset: number,
  length: number,
  facts: JsonFault['facts'],
): JsonFault {
  return { code, offset, length, node: -1, facts };
}

/**
 * A byte order mark of UTF-16, or NUL in at least half of every second byte. The lone
 * NUL that a UTF-16LE line end leaves before the next line counts, so that one cause
 * keeps one name.
 */
function looksLikeUtf16(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = zeros[index % 2]! + 1;
  });
  const [even, odd] = zeros as [number, number];
  if (even === 0 && odd === 0) return null;
  if (odd >= Math.ceil(sample.length / 4)) return 'UTF-16LE';
  // After a framed-off 0A the rest of a little-endian text starts with its 00.
  return even >= Math.ceil(sample.length / 4) ? 'UTF-16LE' : null;
}

/** Offset of the first byte that is not part of well-formed UTF-8. */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = utf8Length(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Bytes of the well-formed UTF-8 sequence at `at`; 0 if there is none (Unicode table 3-7). */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0x80;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let index = at + 2; index < at + length; index += 1) {
    if (((bytes[index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
