import type { Writable } from 'node:stream';
import type { RunEvent } from '../harness/events.ts';

const FLUSH_BYTES = 32_768;
const FLUSH_MS = 50;

/**
 * One event a line on a stream, and nothing else there. Turns are gathered for at most
 * a twentieth of a second; everything else is written at once.
 */
export class NdjsonReporter {
  readonly #stream: Writable;
  readonly #text: (event: RunEvent) => Iterable<string>;
  #pending = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(stream: Writable, text: (event: RunEvent) => Iterable<string>) {
    this.#stream = stream;
    this.#text = text;
  }

  onEvent(event: RunEvent): void {
    for (const piece of this.#text(event)) {
      this.#pending += piece;
      if (this.#pending.length > FLUSH_BYTES) this.#flush();
    }
    this.#pending += '\n';
    if (event.type !== 'turn') this.#flush();
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
