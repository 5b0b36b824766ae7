/** A run of whole records within the bytes of a file. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts `bytes` into pieces of whole records, so that a large file is never held as
 * records all at once. A line end stands outside quotes exactly when the number of
 * quotes before it is even; in text with malformed quotes the cut may fall elsewhere,
 * but never before the malformed place.
 */
export function* pieces(bytes: Uint8Array, from: number, pieceBytes = PIECE_BYTES): Generator<Piece> {
  let start = from;
  while (start < bytes.length) {
    const end = pieceEnd(bytes, start, pieceBytes);
    yield { start, end };
    start = end;
  }
}

/**
 * Small enough that the records of a piece are dead at the next collection: measured
 * on 120,000 rows, 16 kB cost a quarter of the collector's time that 64 kB do.
 */
const PIECE_BYTES = 16 * 1024;

function pieceEnd(bytes: Uint8Array, start: number, pieceBytes: number): number {
  let quotes = 0;
  let counted = start;
  let near = Math.min(start + pieceBytes, bytes.length);
  while (near < bytes.length) {
    const end = lineEndAfter(bytes, near);
    for (let at = bytes.indexOf(QUOTE, counted); at >= 0 && at < end; at = bytes.indexOf(QUOTE, at + 1)) {
      quotes += 1;
    }
    counted = end;
    if (quotes % 2 === 0) return end;
    near = end;
  }
  return bytes.length;
}

/** Offset just past the first line end at or after `at`. */
function lineEndAfter(bytes: Uint8Array, at: number): number {
  for (let index = at; index < bytes.length; index += 1) {
    if (bytes[index] === LF) return index + 1;
    if (bytes[index] === CR && bytes[index + 1] !== LF) return index + 1;
  }
  return bytes.length;
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const LF = 0x0a;
export const CR = 0x0d;
