import type { PaintedPart } from './paintFrame.ts';
import type { Terminal } from './terminal.ts';

const BEGIN_SYNCHRONIZED = '\u001b[?2026h';
const END_SYNCHRONIZED = '\u001b[?2026l';

/**
 * Whole frames come in, and only what changed goes out, each part of a row at its own
 * place: a rule stays in its column even where a terminal draws a character wider than
 * others do. Nothing is written for a frame that looks like the last one, the terminal's
 * scrollback is never touched, and no frame can scroll the screen.
 */
export class FrameWriter {
  readonly #terminal: Terminal;
  #shown: readonly (readonly PaintedPart[])[] = [];
  /** Frames that were written. */
  frames = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** The screen no longer shows what was written: all of the next frame goes out. */
  forget(): void {
    this.#shown = [];
  }

  show(frame: readonly (readonly PaintedPart[])[]): void {
    const rows = frame.slice(0, this.#terminal.size.rows);
    const isWhole = this.#shown.length !== rows.length;
    let text = isWhole ? '\u001b[2J' : '';
    for (const [row, parts] of rows.entries()) {
      const first = isWhole ? 0 : firstDifference(parts, this.#shown[row]!);
      for (const [at, part] of parts.entries()) {
        if (at < first) continue;
        text += `\u001b[${row + 1};${part.column}H`;
        // Erased before it is written: behind a full row the cursor stands on its last cell.
        if (at === first) text += '\u001b[K';
        text += part.text.replace(LONG_BLANKS, ({ length }) => `\u001b[${length}C`);
      }
    }
    this.#shown = rows;
    if (text === '') return;
    this.frames += 1;
    this.#terminal.write(`${BEGIN_SYNCHRONIZED}${text}\u001b[0m${END_SYNCHRONIZED}`);
  }
}

/** Where a row was erased, a step over blanks is shorter than they are. */
const LONG_BLANKS = / {7,}/g;

/** Place of the first part that differs; past the last one if none does. */
function firstDifference(parts: readonly PaintedPart[], before: readonly PaintedPart[]): number {
  if (parts.length !== before.length) return 0;
  const at = parts.findIndex(({ column, text }, index) => {
    const other = before[index]!;
    return column !== other.column || text !== other.text;
  });
  return at === -1 ? parts.length : at;
}
