import type { SweepChange } from '../../harness/sweep/runSweep.ts';
import type { Io } from '../command.ts';

const ERASE_LINE = '\r\u001b[2K';

/** A line on a terminal's stderr that says what a check is at; elsewhere nothing. */
export class CheckProgress {
  readonly #io: Io;
  readonly #cells: number;
  readonly #isLive: boolean;
  #done = 0;

  constructor(io: Io, options: { readonly cells: number; readonly isQuiet: boolean }) {
    this.#io = io;
    this.#cells = options.cells;
    // CI logs keep every redraw of a line, so it is for people only.
    this.#isLive =
      io.stderr.isTTY === true && !options.isQuiet && io.env.CI === undefined && io.env.TERM !== 'dumb';
  }

  cell(change: SweepChange): void {
    if (change.kind === 'ended') this.#done += 1;
    this.#draw(`recording runs: ${this.#done} of ${this.#cells}`);
  }

  instrument(id: string): void {
    this.#draw(`asking ${id}`);
  }

  clear(): void {
    if (this.#isLive) this.#io.stderr.write(ERASE_LINE);
  }

  #draw(text: string): void {
    if (this.#isLive) this.#io.stderr.write(`${ERASE_LINE}  ${text}`);
  }
}
