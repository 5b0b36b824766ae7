import stringWidth from 'string-width';
import type { DoubleRunEnded } from '../../harness/determinismEvents.ts';
import type { Turn } from '../../harness/events.ts';
import { printable } from '../../kernel/printable.ts';
import { milliseconds, signed } from './numbers.ts';

const REDRAW_MS = 66;
const ERASE_LINE = '\r\u001b[2K';

/** One line at the foot of a terminal that says where the run stands; redrawn at most 15 times a second. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #clock: () => number;
  readonly #columns: number;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #visible = false;

  constructor(write: (text: string) => void, clock: () => number, columns: number) {
    this.#write = write;
    this.#clock = clock;
    this.#columns = columns;
  }

  show(turn: Turn, steps: number): void {
    this.#draw('running', turn.step + 1, steps, () => turnText(turn));
  }

  /** Double runs that are complete. */
  showRepetition({ double_run, asked }: DoubleRunEnded): void {
    this.#draw('double run', double_run, asked, () => '');
  }

  #draw(what: string, done: number, of: number, tail: () => string): void {
    const now = this.#clock();
    if (now - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = now;
    this.#visible = true;
    this.#write(ERASE_LINE + layOut(what, done, of, tail(), this.#columns - 1));
  }

  clear(): void {
    if (this.#visible) this.#write(ERASE_LINE);
    this.#visible = false;
  }
}

function layOut(what: string, done: number, of: number, text: string, columns: number): string {
  const head = ` ${what}  ${String(done).padStart(String(of).length)}/${of}  `;
  const tail = `  ${printable(text)}`;
  const room = columns - head.length - stringWidth(tail);
  if (room < 8) return head.length <= columns ? head : '';
  const width = Math.min(room, 40);
  const filled = Math.floor((done / Math.max(1, of)) * width);
  return `${head}${'━'.repeat(filled)}${'─'.repeat(width - filled)}${tail}`;
}

function turnText(turn: Turn): string {
  return `${turn.date}  NAV ${turn.nav.toFixed(4)} (${signed((turn.nav - 1) * 100, 2)} %)  ${milliseconds(turn.decide_ms)}`;
}
