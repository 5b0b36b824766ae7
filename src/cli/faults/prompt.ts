import { StringDecoder } from 'node:string_decoder';
import { KitError } from '../../kernel/errors.ts';
import type { Io } from '../command.ts';
import { writeKitError } from '../writeKitError.ts';

/**
 * Asks a person line by line. The terminal itself does the editing; what is asked goes
 * to stderr, so that stdout has the result alone.
 */
export class Prompt {
  readonly #io: Io;
  readonly #decoder = new StringDecoder('utf8');
  #typed = '';
  #ended = false;
  #wake: () => void = () => {};

  constructor(io: Io) {
    this.#io = io;
    io.stdin.on('data', this.#onData);
    io.stdin.on('end', this.#onEnd);
  }

  /**
   * Asks until `take` accepts the line; an empty one stands for `fallback`. A refusal is
   * a KitError, whose words are shown. Null if the person ended the input.
   */
  async ask<Value>(
    question: string,
    fallback: string,
    take: (line: string) => Value,
  ): Promise<{ readonly value: Value } | null> {
    const shown = fallback === '' ? '' : ` (${fallback})`;
    for (;;) {
      this.#io.stderr.write(`${question}${shown}: `);
      const line = await this.#line();
      if (line === null) return null;
      try {
        return { value: take(line === '' ? fallback : line) };
      } catch (error) {
        if (!(error instanceof KitError)) throw error;
        writeKitError(error, this.#io);
      }
    }
  }

  /** Without this the process would wait for more lines. */
  close(): void {
    this.#io.stdin.off('data', this.#onData);
    this.#io.stdin.off('end', this.#onEnd);
    this.#io.stdin.pause();
  }

  async #line(): Promise<string | null> {
    for (;;) {
      const end = this.#typed.indexOf('\n');
      if (end >= 0) {
        const line = this.#typed.slice(0, end).trim();
        this.#typed = this.#typed.slice(end + 1);
        return line;
      }
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  readonly #onData = (chunk: Buffer | string): void => {
    // A terminal gives at most a few kilobytes a line; more is no answer to anything.
    this.#typed = (this.#typed + (typeof chunk === 'string' ? chunk : this.#decoder.write(chunk))).slice(
      -65_536,
    );
    this.#wake();
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    this.#wake();
  };
}
