import stringWidth from 'string-width';
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
    const now = this.#clock();
    if (now - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = now;
    this.#visible = true;
    this.#write(ERASE_LINE + layOut(turn, steps, this.#columns - 1));
  }

  clear(): void {
    if (this.#visible) this.#write(ERASE_LINE);
    this.#visible = false;
  }
}

function layOut(turn: Turn, steps: number, columns: number): string {
  const done = turn.step + 1;
  const head = ` running  ${String(done).padStart(String(steps).length)}/${steps}  `;
  const tail = `  ${printable(turnText(turn))}`;
  const room = columns - head.length - stringWidth(tail);
  if (room < 8) return head.length <= columns ? head : '';
  const width = Math.min(room, 40);
  const filled = Math.floor((done / Math.max(1, steps)) * width);
  return `${head}${'━'.repeat(filled)}${'─'.repeat(width - filled)}${tail}`;
}

function turnText(turn: Turn): string {
  return `${turn.date}  NAV ${turn.nav.toFixed(4)} (${signed((turn.nav - 1) * 100, 2)} %)  ${milliseconds(turn.decide_ms)}`;
}
