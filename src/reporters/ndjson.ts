import type { Writable } from 'node:stream';

const FLUSH_BYTES = 32_768;
const FLUSH_MS = 50;

/**
 * One event a line on a stream, and nothing else there. Turns are gathered for at most
 * a twentieth of a second; everything else is written at once.
 */
export class NdjsonReporter {
  readonly #stream: Writable;
  #pending = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes one event, given as the pieces of its JSON text; `urgent` ones do not wait. */
  write(pieces: Iterable<string>, urgent: boolean): void {
    for (const piece of pieces) {
      this.#pending += piece;
      if (this.#pending.length > FLUSH_BYTES) this.#flush();
    }
    this.#pending += '\n';
    if (urgent) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  close(): void {
    this.#flush();
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending === '') return;
    this.#stream.write(this.#pending);
    this.#pending = '';
  }
}
