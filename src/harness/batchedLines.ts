import { limits } from '../kernel/limits.ts';

/**
 * Gathers the lines of turns for a journal, so that a turn costs neither a write nor a
 * sync of its own. They are written after a moment, or with the next line that does not wait.
 */
export class BatchedLines {
  readonly #append: (pieces: Iterable<string>) => void;
  readonly #waitMs: number;
  #pieces: string[] = [];
  #chars = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `append` takes the parts of whole lines, without the last line's end. */
  constructor(append: (pieces: Iterable<string>) => void, waitMs: number) {
    this.#append = append;
    this.#waitMs = waitMs;
  }

  /** One small line in pieces. */
  add(pieces: Iterable<string>): void {
    if (this.#pieces.length > 0) this.#pieces.push('\n');
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#chars += piece.length;
    }
    if (this.#chars > limits.journalBatchChars) this.flush();
    // Whoever ends the journal flushes first, so that the process need not wait for this.
    else this.#timer ??= setTimeout(() => this.flush(), this.#waitMs).unref();
  }

  /** One line that is written at once, with all before it; it may be too large to be gathered. */
  addNow(pieces: Iterable<string>): void {
    this.flush();
    this.#append(pieces);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const pieces = this.#pieces;
    if (pieces.length === 0) return;
    this.#pieces = [];
    this.#chars = 0;
    this.#append(pieces);
  }
}
