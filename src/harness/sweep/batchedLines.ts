/**
 * Gathers the lines of a cell's journal, so that a turn costs neither a write nor a sync
 * of its own: one thread feeds all agents. What is lost with the process is part of a
 * run that has to begin again anyway.
 */
export class BatchedLines {
  readonly #append: (pieces: Iterable<string>) => void;
  readonly #clock: () => number;
  #pieces: string[] = [];
  #chars = 0;
  #flushedAt: number;

  /** `append` takes the parts of whole lines, without the last line's end. */
  constructor(append: (pieces: Iterable<string>) => void, clock: () => number) {
    this.#append = append;
    this.#clock = clock;
    this.#flushedAt = clock();
  }

  /** One small line in pieces. */
  add(pieces: Iterable<string>): void {
    if (this.#pieces.length > 0) this.#pieces.push('\n');
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#chars += piece.length;
    }
    const isDue = this.#chars > BATCH_CHARS || this.#clock() - this.#flushedAt > BATCH_MS;
    if (isDue) this.flush();
  }

  /** One line that is written at once, with all before it; it may be too large to be gathered. */
  addNow(pieces: Iterable<string>): void {
    this.flush();
    this.#append(pieces);
  }

  flush(): void {
    if (this.#pieces.length > 0) this.#append(this.#pieces);
    this.#pieces = [];
    this.#chars = 0;
    this.#flushedAt = this.#clock();
  }
}

const BATCH_CHARS = 65_536;
/** A slow agent's turns are seen soon. */
const BATCH_MS = 250;
