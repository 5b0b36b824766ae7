import { Controls } from '../controls.ts';
import type { RunEvent, RunReport } from '../events.ts';
import { runSession } from '../session.ts';
import type { Task } from '../task.ts';
import { cellResult, notRun } from './cellResult.ts';
import type { SweepCell } from './cells.ts';
import { inLanes } from './lanes.ts';
import type { CellResult } from './records.ts';

/** Where one cell's facts go while it runs. */
export interface CellRecord {
  emit(event: RunEvent): void;
  /** The cell ended; null if it was interrupted, so that it is to be run again. */
  close(result: CellResult | null): Promise<void>;
}

export interface SweepRequest {
  readonly sessionId: string;
  readonly kit: string;
  /** What is to be reported, in cell order. */
  readonly cells: readonly SweepCell[];
  /** Results that are there already; their cells are not run again. */
  readonly finished: ReadonlyMap<number, CellResult>;
  /** Cells that run at once; each has an agent of its own. */
  readonly jobs: number;
  readonly retries: number;
  readonly taskOf: (cell: SweepCell) => Task;
  /** The command that runs one cell again. */
  readonly commandOf: (cell: SweepCell) => string;
  readonly recordOf: (cell: SweepCell) => CellRecord;
  readonly stop: SweepStop;
  /** Receives each result in cell order, as soon as all earlier ones are there. */
  readonly onResult: (result: CellResult) => void;
  readonly onProgress: (change: SweepChange) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

export type SweepChange =
  | { readonly kind: 'started'; readonly cell: SweepCell }
  | {
      readonly kind: 'ended';
      readonly cell: SweepCell;
      /** Null if it was interrupted. */
      readonly result: CellResult | null;
      readonly durationMs: number;
    };

/** Ends a sweep: no further cell is begun, and those under way are interrupted. */
export class SweepStop {
  #reason: string | null = null;
  readonly #active = new Set<Controls>();

  get reason(): string | null {
    return this.#reason;
  }

  stop(reason: string): void {
    this.#reason ??= reason;
    for (const controls of this.#active) controls.accept({ kind: 'stop', reason });
  }

  async during<Value>(controls: Controls, work: () => Promise<Value>): Promise<Value> {
    this.#active.add(controls);
    try {
      return await work();
    } finally {
      this.#active.delete(controls);
    }
  }
}

/** Runs the cells and returns all results in cell order, those that did not run included. */
export async function runSweep(request: SweepRequest): Promise<readonly CellResult[]> {
  const { cells, finished, jobs, stop } = request;
  const delivery = new InOrder(cells, request.onResult);
  for (const [index, result] of finished) delivery.put(index, result);
  await inLanes(
    cells.filter(({ index }) => !finished.has(index)),
    jobs,
    async (cell) => {
      const result = await runCell(cell, request);
      if (result !== null) delivery.put(cell.index, result);
    },
    { stopped: () => stop.reason !== null, onError: () => stop.stop('another cell could not be run') },
  );
  for (const cell of cells) {
    if (!delivery.has(cell.index)) delivery.put(cell.index, notRun(cell, request.commandOf(cell)));
  }
  return delivery.all;
}

async function runCell(cell: SweepCell, request: SweepRequest): Promise<CellResult | null> {
  const { clock, onProgress, stop } = request;
  const startedAt = clock();
  const record = request.recordOf(cell);
  onProgress({ kind: 'started', cell });
  const controls = new Controls((accepted) =>
    record.emit({ type: 'control_accepted', control_id: accepted.controlId, control: accepted.control }),
  );
  let result: CellResult | null = null;
  try {
    const report = await stop.during(controls, () =>
      runSession({
        sessionId: `${request.sessionId}.${cell.index}`,
        kit: request.kit,
        task: request.taskOf(cell),
        retries: request.retries,
        controls,
        emit: (event) => record.emit(event),
        clock,
      }),
    );
    if (isFinished(report, controls)) result = cellResult(cell, report, request.commandOf(cell));
  } finally {
    await record.close(result);
  }
  onProgress({ kind: 'ended', cell, result, durationMs: clock() - startedAt });
  return result;
}

/** A stop cuts runs short and forbids retries, so what it overtook says nothing final. */
function isFinished(report: RunReport, controls: Controls): boolean {
  if (controls.stopReason === null || report.stop.status === 'done') return true;
  const { window_start: start, window_end: end } = report.cell;
  return report.health.protocol_faults > 0 && report.book.steps === end - start;
}

/** Hands results on in cell order, however they come. */
class InOrder {
  readonly #order: readonly number[];
  readonly #onResult: (result: CellResult) => void;
  readonly #results = new Map<number, CellResult>();
  #told = 0;

  constructor(cells: readonly SweepCell[], onResult: (result: CellResult) => void) {
    this.#order = cells.map(({ index }) => index);
    this.#onResult = onResult;
  }

  has(index: number): boolean {
    return this.#results.has(index);
  }

  put(index: number, result: CellResult): void {
    this.#results.set(index, result);
    for (;;) {
      const next = this.#results.get(this.#order[this.#told] ?? -1);
      if (next === undefined) return;
      this.#told += 1;
      this.#onResult(next);
    }
  }

  get all(): readonly CellResult[] {
    return this.#order.map((index) => this.#results.get(index)!);
  }
}
