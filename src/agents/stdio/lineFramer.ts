import { limits } from '../../kernel/limits.ts';

/** A bound that the agent's output exceeded. */
export type Overrun = 'line-too-long' | 'too-much-output';

const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts a byte stream into lines at 0x0A and nowhere else (page 6.1): a lone CR,
 * U+2028 or a character split between two reads never ends or changes a line.
 * Time is linear in the bytes; memory is bounded by the longest line allowed.
 */
export class LineFramer {
  readonly #onLine: (line: Buffer) => void;
  readonly #lineBytesMax: number;
  readonly #totalBytesMax: number;
  #pending: Buffer = NOTHING;
  #pendingBytes = 0;
  #totalBytes = 0;
  #overrun: Overrun | null = null;
  #utf16 = false;

  constructor(
    onLine: (line: Buffer) => void,
    bounds: { lineBytes: number; totalBytes: number } = {
      lineBytes: limits.answerLineBytes,
      totalBytes: limits.runStdoutBytes,
    },
  ) {
    this.#onLine = onLine;
    this.#lineBytesMax = bounds.lineBytes;
    this.#totalBytesMax = bounds.totalBytes;
  }

  /** Delivers every line that `chunk` completes. A bound once exceeded, nothing is read any more. */
  push(chunk: Buffer): Overrun | null {
    if (this.#overrun !== null) return this.#overrun;
    const room = this.#totalBytesMax - this.#totalBytes;
    const usable = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#totalBytes += usable.length;
    let start = 0;
    for (;;) {
      const end = usable.indexOf(LINE_FEED, start);
      const stop = end === -1 ? usable.length : end;
      // A line is bounded with its terminator; one that fills the bound without it has passed it.
      if (this.#pendingBytes + stop - start >= this.#lineBytesMax) {
        this.#keep(usable.subarray(start, Math.min(stop, start + limits.recordedLineBytes)));
        this.#overrun = 'line-too-long';
        return this.#overrun;
      }
      if (end === -1) break;
      this.#emit(usable, start, end);
      start = end + 1;
    }
    if (start < usable.length) this.#keep(usable.subarray(start));
    if (usable.length < chunk.length) this.#overrun = 'too-much-output';
    return this.#overrun;
  }

  /** The stream has ended: a last line without terminator counts (page 6.1). */
  finish(): void {
    if (this.#overrun !== null) return;
    const last = this.takePartial();
    if (last.length > 0) this.#onLine(last);
  }

  /** Takes the bytes after the last terminator off the stream. */
  takePartial(): Buffer {
    const partial = this.partial;
    this.#pending = NOTHING;
    this.#pendingBytes = 0;
    return partial;
  }

  /** The bytes after the last terminator. */
  get partial(): Buffer {
    return this.#withoutStrayNul(this.#pending.subarray(0, this.#pendingBytes));
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  #emit(chunk: Buffer, start: number, end: number): void {
    let line: Buffer;
    if (this.#pendingBytes === 0) {
      line = chunk.subarray(start, end);
    } else {
      this.#keep(chunk.subarray(start, end));
      line = this.#pending.subarray(0, this.#pendingBytes);
      // The line keeps this memory; the next one gets its own.
      this.#pending = NOTHING;
      this.#pendingBytes = 0;
    }
    line = this.#withoutStrayNul(line);
    if (looksUtf16(line)) this.#utf16 = true;
    this.#onLine(line);
  }

  /** In UTF-16LE a line feed is 0A 00: the 00 belongs to the line before. */
  #withoutStrayNul(line: Buffer): Buffer {
    return this.#utf16 && line[0] === 0 ? line.subarray(1) : line;
  }

  #keep(part: Buffer): void {
    const needed = this.#pendingBytes + part.length;
    if (needed > this.#pending.length) {
      // Doubling keeps the copying linear however small the pieces are.
      const grown = Buffer.allocUnsafe(
        Math.max(needed, Math.min(this.#pending.length * 2, this.#lineBytesMax)),
      );
      this.#pending.copy(grown, 0, 0, this.#pendingBytes);
      this.#pending = grown;
    }
    part.copy(this.#pending, this.#pendingBytes);
    this.#pendingBytes = needed;
  }
}

/** A UTF-16LE byte order mark, or a first character followed by 00, which JSON text never has. */
function looksUtf16(line: Buffer): boolean {
  const second = line[1];
  return (second === 0xfe && line[0] === 0xff) || (second === 0 && line[0] !== 0);
}
