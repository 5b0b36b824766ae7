import { readSync } from 'node:fs';
import { limits } from '../../kernel/limits.ts';

export interface RecordLine {
  /** From 1. */
  readonly line: number;
  /** Place of its first byte in the file. */
  readonly offset: number;
  /** Bytes, without the line end. */
  readonly length: number;
  /** The line; only its start where it is longer than `limits.recordEventBytes`. */
  readonly bytes: Uint8Array;
  /** False for what stands behind the file's last line end: the writer was cut off there. */
  readonly isEnded: boolean;
}

const CHUNK_BYTES = 262_144;
const LINE_FEED = 0x0a;

/** Lines of an open file from its start, in memory that does not grow with the file. */
export function* linesOf(file: number): Generator<RecordLine> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let line = 1;
  let offset = 0;
  let parts: Buffer[] = [];
  let kept = 0;
  let length = 0;
  const take = (piece: Buffer): void => {
    length += piece.length;
    const room = limits.recordEventBytes - kept;
    if (room <= 0 || piece.length === 0) return;
    // Copied, since the chunk is filled anew before the line is whole.
    parts.push(Buffer.from(piece.subarray(0, room)));
    kept += Math.min(room, piece.length);
  };
  const finish = (isEnded: boolean): RecordLine => {
    const found = {
      line,
      offset,
      length,
      bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts),
      isEnded,
    };
    line += 1;
    offset += length + 1;
    parts = [];
    kept = 0;
    length = 0;
    return found;
  };
  for (let at = 0; ; ) {
    const count = readSync(file, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) break;
    at += count;
    let start = 0;
    for (;;) {
      const end = chunk.subarray(0, count).indexOf(LINE_FEED, start);
      if (end === -1) break;
      take(chunk.subarray(start, end));
      yield finish(true);
      start = end + 1;
    }
    take(chunk.subarray(start, count));
  }
  if (length > 0) yield finish(false);
}
