import type { SweepChange } from '../../harness/sweep/runSweep.ts';
import type { Io } from '../command.ts';

const ERASE_LINE = '\r\u001b[2K';
const BAR_COLUMNS = 24;

/**
 * A line on a terminal's stderr that says how far a sweep is. Times and order of
 * completion are shown here and nowhere on stdout.
 */
export class SweepProgress {
  readonly #io: Io;
  readonly #isLive: boolean;
  readonly #cells: number;
  readonly #startedAt: number;
  readonly #clock: () => number;
  #done: number;
  #running = 0;
  #bad = 0;

  constructor(io: Io, options: { cells: number; done: number; quiet: boolean; clock: () => number }) {
    this.#io = io;
    this.#cells = options.cells;
    this.#done = options.done;
    this.#clock = options.clock;
    this.#startedAt = options.clock();
    // CI logs keep every redraw of a line, so it is for people only.
    this.#isLive =
      io.stderr.isTTY === true && !options.quiet && io.env.CI === undefined && io.env.TERM !== 'dumb';
  }

  onChange(change: SweepChange): void {
    if (change.kind === 'started') this.#running += 1;
    else {
      this.#running -= 1;
      if (change.result !== null) this.#done += 1;
      if (change.result !== null && change.result.status !== 'clean') this.#bad += 1;
    }
    this.#draw();
  }

  clear(): void {
    if (this.#isLive) this.#io.stderr.write(ERASE_LINE);
  }

  #draw(): void {
    if (!this.#isLive) return;
    const seconds = ((this.#clock() - this.#startedAt) / 1000).toFixed(0);
    const filled = Math.floor((this.#done / Math.max(1, this.#cells)) * BAR_COLUMNS);
    const bar = `${'━'.repeat(filled)}${'─'.repeat(BAR_COLUMNS - filled)}`;
    const bad = this.#bad === 0 ? '' : `, ${this.#bad} not clean`;
    const line = ` ${bar}  ${this.#done}/${this.#cells} cells, ${this.#running} running${bad}  ${seconds} s`;
    const columns = this.#io.stderr.columns ?? 80;
    this.#io.stderr.write(ERASE_LINE + (line.length < columns ? line : ` ${this.#done}/${this.#cells}`));
  }
}
