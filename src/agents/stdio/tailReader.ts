import { limits } from '../../kernel/limits.ts';
import type { StderrText } from '../agent.ts';
import { type ByteTail, cutBytes } from './byteTail.ts';

const NOTHING: readonly StderrText[] = [];

/** Reads a tail piece by piece: each time what came since the last. */
export class TailReader {
  readonly #tail: ByteTail;
  /** Bytes of the stream that were read or passed over. */
  #position = 0;

  constructor(tail: ByteTail) {
    this.#tail = tail;
  }

  /**
   * The end of what came, whole characters of it: a character whose rest is still to come
   * is left for the next time, unless the stream `isEnded`.
   */
  take(isEnded: boolean): readonly StderrText[] {
    const { totalBytes } = this.#tail;
    const fresh = totalBytes - this.#position;
    if (fresh === 0) return NOTHING;
    const bytes = this.#tail.last(Math.min(fresh, limits.stderrTextBytes));
    const from = bytes.length < fresh ? cutBytes(bytes) : 0;
    const to = bytes.length - (isEnded ? 0 : openBytes(bytes));
    if (to <= from) return NOTHING;
    this.#position = totalBytes - (bytes.length - to);
    return [{ run: 'A', text: bytes.toString('utf8', from, to), droppedBytes: fresh - bytes.length + from }];
  }
}

/** Bytes at the end that begin a character whose rest is missing. */
function openBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count]!;
    if ((byte & 0xc0) === 0x80) continue;
    return sequenceLength(byte) > count ? count : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc0) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
