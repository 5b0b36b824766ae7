import type { Place } from '../../kernel/diagnostic.ts';
import { COMMA, CR, LF, type Piece, QUOTE } from './pieces.ts';
import type { CsvTokenizer } from './tokenizer.ts';

/** A piece and the number of its first record. */
export interface NumberedPiece extends Piece {
  readonly firstRow: number;
}

/**
 * Where a record or a field stands, worked out only for those that something is said
 * about: reading a good file never counts its lines.
 */
export class RowPlaces {
  readonly #bytes: Uint8Array;
  readonly #file: string;
  readonly #tokenizer: CsvTokenizer;
  readonly #pieces: readonly NumberedPiece[];
  #firstLines: readonly number[] | null = null;
  #ends: { readonly piece: NumberedPiece; readonly ends: readonly number[] } | null = null;

  constructor(bytes: Uint8Array, file: string, tokenizer: CsvTokenizer, pieces: readonly NumberedPiece[]) {
    this.#bytes = bytes;
    this.#file = file;
    this.#tokenizer = tokenizer;
    this.#pieces = pieces;
  }

  /** Place of a record (`field` null) or of one of its fields; both count from 0. */
  place(row: number, field: number | null): Place {
    const index = this.#pieces.findLastIndex((piece) => piece.firstRow <= row);
    const piece = this.#pieces[index];
    if (piece === undefined) return { file: this.#file };
    const start = this.#recordStart(piece, row);
    const at = field === null ? start : fieldStart(this.#bytes, start, piece.end, field);
    const line = this.#firstLine(index) + countLineEnds(this.#bytes, piece.start, at);
    return field === null
      ? { file: this.#file, line }
      : { file: this.#file, line, column: columnAt(this.#bytes, piece.start, at) };
  }

  #recordStart(piece: NumberedPiece, row: number): number {
    if (this.#ends?.piece !== piece) {
      const ends = this.#tokenizer.recordEnds(this.#bytes.subarray(piece.start, piece.end));
      this.#ends = { piece, ends };
    }
    const before = row - piece.firstRow;
    let start = piece.start + (before === 0 ? 0 : (this.#ends.ends[before - 1] ?? 0));
    while (this.#bytes[start] === LF || this.#bytes[start] === CR) start += 1;
    return start;
  }

  #firstLine(pieceIndex: number): number {
    if (this.#firstLines === null) {
      let line = 1;
      this.#firstLines = this.#pieces.map((piece) => {
        const first = line;
        line += countLineEnds(this.#bytes, piece.start, piece.end);
        return first;
      });
    }
    return this.#firstLines[pieceIndex] ?? 1;
  }
}

function fieldStart(bytes: Uint8Array, start: number, end: number, field: number): number {
  let at = start;
  let quoted = false;
  for (let passed = 0; passed < field && at < end; at += 1) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    else if (bytes[at] === COMMA && !quoted) passed += 1;
  }
  return at;
}

/** Line ends (LF, CRLF or CR) in [from, to). */
export function countLineEnds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  }
  return count;
}

/** Characters between the start of the line and `at`, plus one. */
export function columnAt(bytes: Uint8Array, from: number, at: number): number {
  let column = 1;
  for (let back = at - 1; back >= from && bytes[back] !== LF && bytes[back] !== CR; back -= 1) {
    // Continuation bytes of UTF-8 belong to the character before them.
    if ((bytes[back]! & 0xc0) !== 0x80) column += 1;
  }
  return column;
}
