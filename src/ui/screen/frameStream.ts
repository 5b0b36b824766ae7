import { EventEmitter } from 'node:events';
import type { Terminal } from './terminal.ts';

const BEGIN_SYNCHRONIZED = '\u001b[?2026h';
const END_SYNCHRONIZED = '\u001b[?2026l';

/**
 * The stream that Ink writes to: whole frames come in, and only rows that changed go out,
 * each at its own place. Nothing is written for a frame that looks like the last one, the
 * terminal's scrollback is never touched, and no frame can scroll the screen.
 */
export class FrameStream extends EventEmitter {
  readonly isTTY = true;
  readonly #terminal: Terminal;
  #shown: readonly string[] = [];
  #isClosed = false;
  frames = 0;

  constructor(terminal: Terminal) {
    super();
    this.#terminal = terminal;
  }

  get columns(): number {
    return this.#terminal.size.columns;
  }

  get rows(): number {
    return this.#terminal.size.rows;
  }

  /** The screen no longer shows what was written: all of the next frame goes out. */
  forget(): void {
    this.#shown = [];
  }

  /** After this Ink may say what it wants. */
  end(): void {
    this.#isClosed = true;
  }

  write(frame: string, done?: unknown): boolean {
    if (!this.#isClosed && !CONTROL_ONLY.test(frame)) this.#show(frame);
    if (typeof done === 'function') done();
    return true;
  }

  #show(frame: string): void {
    const lines = frame.split('\n').slice(0, this.rows);
    const isWhole = this.#shown.length !== lines.length;
    let text = isWhole ? '\u001b[2J' : '';
    for (const [row, line] of lines.entries()) {
      if (!isWhole && line === this.#shown[row]) continue;
      // Erased first: behind a full row the cursor stands on its last cell.
      text += `\u001b[${row + 1};1H\u001b[2K${line}`;
    }
    this.#shown = lines;
    if (text === '') return;
    this.frames += 1;
    this.#terminal.write(`${BEGIN_SYNCHRONIZED}${text}\u001b[0m${END_SYNCHRONIZED}`);
  }
}

/** Ink's own switches (cursor, keyboard), which are not a frame. */
const CONTROL_ONLY = /^(?:\u001b\[[?<>=0-9;]*[a-zA-Z])*$/;
