import type { Writable } from 'node:stream';

/** Text that is gathered before a write: one write a line would be one system call a line. */
const BATCH_CHARS = 64 * 1024;

/**
 * Writes text in batches and waits while the reader is slow. A reader that went away
 * (`| head`) is no error: `isClosed` says so.
 */
export class BatchedOutput {
  readonly #stream: Writable;
  #text = '';
  #error: NodeJS.ErrnoException | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
    // Stays for good: what is still in the pipe may fail after the last write.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#error ??= error;
    });
  }

  get isClosed(): boolean {
    return this.#error !== null || this.#stream.destroyed;
  }

  /** What went wrong, other than a reader that left. */
  get failure(): Error | null {
    return this.#error === null || this.#error.code === 'EPIPE' ? null : this.#error;
  }

  /** True when `flush` should be awaited before more is added. */
  add(text: string): boolean {
    this.#text += text;
    return this.#text.length >= BATCH_CHARS;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text === '' || this.isClosed || this.#stream.write(text)) return;
    await new Promise<void>((resolve) => {
      const settled = (): void => {
        for (const event of ['drain', 'close', 'error']) this.#stream.off(event, settled);
        resolve();
      };
      for (const event of ['drain', 'close', 'error']) this.#stream.once(event, settled);
    });
  }
}
