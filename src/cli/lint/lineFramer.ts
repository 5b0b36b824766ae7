import { limits } from '../../kernel/limits.ts';

/** One line of input, its terminator removed. */
export interface InputLine {
  /** The whole line; of a line beyond the bound, its first bytes. Valid until the next chunk. */
  readonly bytes: Uint8Array;
  /** Its length, terminator included. */
  readonly length: number;
  readonly isTooLong: boolean;
}

const LINE_FEED = 0x0a;

/**
 * Frames bytes on 0x0A alone. Holds at most one line, and of a line beyond the bound
 * only its head, however much of it comes.
 */
export class LineFramer {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that end in this chunk. */
  *take(chunk: Uint8Array): Generator<InputLine> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      yield this.#line(chunk.subarray(start, end), 1);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** The last line, if it came without a terminator. */
  *end(): Generator<InputLine> {
    if (this.#length > 0) yield this.#line(new Uint8Array(0), 0);
  }

  #line(last: Uint8Array, terminator: number): InputLine {
    const length = this.#length + last.length + terminator;
    const isTooLong = length > this.#limit;
    const whole = this.#pieces.length === 0 ? last : join([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    return { bytes: isTooLong ? whole.subarray(0, limits.lineHeadBytes) : whole, length, isTooLong };
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length <= this.#limit) {
      // A copy: the chunk's memory is the stream's.
      this.#pieces.push(piece.slice());
    } else if (this.#pieces.length !== 1 || this.#pieces[0]!.length > limits.lineHeadBytes) {
      this.#pieces = [join([...this.#pieces, piece]).slice(0, limits.lineHeadBytes)];
    }
  }
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
