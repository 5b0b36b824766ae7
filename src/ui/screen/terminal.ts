import { writeSync } from 'node:fs';
import type { Size } from '../layout.ts';

/** Alternate screen, no cursor, no wrap at the right edge. */
const ENTER = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?25l\u001b[?7l';
/** The same undone, in the other order. */
const LEAVE = '\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l';

export type TtyInput = NodeJS.ReadStream;
export type TtyOutput = NodeJS.WriteStream;

/**
 * The person's terminal while the screen is on it. Whatever way the process ends, it is
 * left as it was found: `leave` is called by its exit, too, and does its work once.
 */
export class Terminal {
  readonly #stdin: TtyInput;
  readonly #stdout: TtyOutput;
  #isEntered = false;
  readonly #onExit = (): void => this.leave();

  constructor(stdin: TtyInput, stdout: TtyOutput) {
    this.#stdin = stdin;
    this.#stdout = stdout;
  }

  get stdin(): TtyInput {
    return this.#stdin;
  }

  get size(): Size {
    const { columns, rows } = this.#stdout;
    // A terminal that does not know its size says 0.
    return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 };
  }

  onResize(listener: () => void): () => void {
    this.#stdout.on('resize', listener);
    return () => this.#stdout.off('resize', listener);
  }

  /** The first thing that is typed, which stays to be read. */
  onTyped(listener: () => void): () => void {
    this.#stdin.once('readable', listener);
    return () => this.#stdin.off('readable', listener);
  }

  enter(): void {
    if (this.#isEntered) return;
    this.#isEntered = true;
    process.on('exit', this.#onExit);
    // A bug of ours is told on the screen that the person came from, not on one that goes away.
    process.prependListener('uncaughtException', this.#onExit);
    process.prependListener('unhandledRejection', this.#onExit);
    this.write(ENTER);
  }

  leave(): void {
    if (!this.#isEntered) return;
    this.#isEntered = false;
    process.off('exit', this.#onExit);
    process.off('uncaughtException', this.#onExit);
    process.off('unhandledRejection', this.#onExit);
    this.setRaw(false);
    // Written past the stream, since a process that exits flushes nothing any more.
    const { fd } = this.#stdout as TtyOutput & { readonly fd: number };
    try {
      writeSync(fd, LEAVE);
    } catch {
      // The terminal itself is gone, and nothing is left to restore.
    }
  }

  /** Asks the driver anew even where Node believes that nothing changes: a shell may have changed it. */
  setRaw(isRaw: boolean): void {
    try {
      this.#stdin.setRawMode(false);
      if (isRaw) this.#stdin.setRawMode(true);
    } catch {
      // As above.
    }
  }

  /** False if the terminal takes no more for now. */
  write(text: string): boolean {
    if (!this.#isEntered) return false;
    return this.#stdout.write(text);
  }

  get isBusy(): boolean {
    return this.#stdout.writableNeedDrain;
  }
}
