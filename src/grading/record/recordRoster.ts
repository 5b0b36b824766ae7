import { Controls } from '../../harness/controls.ts';
import { cellRef, JOURNAL_NAME, RESULT_NAME } from '../../harness/records/fileNames.ts';
import { cellJournal } from '../../harness/sweep/cellJournal.ts';
import { notRun } from '../../harness/sweep/cellResult.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { type CellRecord, runSweep, type SweepChange, SweepStop } from '../../harness/sweep/runSweep.ts';
import { finishedCells } from '../../harness/sweep/storedSweep.ts';
import type { Task } from '../../harness/task.ts';
import type { Bench, PlannedCell, Supply } from '../bench.ts';
import { checkFinding } from '../checkFinding.ts';
import { CHECK_FILE } from '../checkReport.ts';
import type { CheckRecord } from './checkRecord.ts';
import { apart, type DoubledCell } from './doubledCell.ts';
import { BESIDE_FILE, type Beside, RecordedRuns } from './recordedRuns.ts';

export interface RosterRequest
  extends Pick<Bench, 'candidate' | 'jobs' | 'kit' | 'wordsOf' | 'clock' | 'signal'> {
  readonly record: CheckRecord;
  readonly cells: readonly PlannedCell[];
  readonly retries: number;
  /** Whether the first cell is a double run. */
  readonly isDoubled: boolean;
  readonly onProgress: (change: SweepChange) => void;
}

export interface RecordedRoster {
  readonly results: readonly CellResult[];
  /** Null while a cell is missing: it was interrupted. */
  readonly runs: RecordedRuns | null;
}

/**
 * Runs the cells of the roster that have no result yet, each once, and keeps everything
 * that instruments look at: one set of runs for all of them. The first cell is run as a
 * double run, whose verdict is kept beside it.
 */
export async function recordRoster(request: RosterRequest): Promise<RecordedRoster> {
  const { candidate, cells, record, jobs, kit, retries, clock, signal } = request;
  const finished = await finishedCells(record.cells, cells);
  const stop = new SweepStop();
  const onAbort = (): void => stop.stop(String(signal.reason ?? 'interrupted'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const supply = candidate.openSupply();
  const [first] = cells;
  const isPaired = request.isDoubled && first !== undefined && !finished.has(first.index);
  const pair = isPaired ? await pairOf(first, supply, request) : null;
  try {
    const results = await runSweep({
      sessionId: record.id,
      kit,
      cells,
      finished,
      jobs,
      retries,
      taskOf: (cell) =>
        cell.index === first?.index && pair !== null
          ? pair.cell.task
          : candidate.taskOf(cell as PlannedCell, supply),
      commandOf: (cell) => candidate.commandOf(cell as PlannedCell),
      recordOf: (cell) =>
        cellRecord(cell as PlannedCell, request, supply, cell.index === first?.index ? pair : null),
      stop,
      onResult: () => {},
      onProgress: (change) => {
        if (
          change.kind === 'ended' &&
          change.result?.status !== 'clean' &&
          change.result?.status !== 'failed'
        )
          supply.spent();
        request.onProgress(change);
      },
      clock,
    });
    // What an interrupt took from the double run it would not have had otherwise: run it again.
    const kept =
      pair?.wasCut === true && first !== undefined ? withoutFirst(results, first, candidate) : results;
    return { results: kept, runs: await recordedRuns(request, kept) };
  } finally {
    signal.removeEventListener('abort', onAbort);
    await pair?.dispose();
    await supply.close();
  }
}

function withoutFirst(
  [, ...others]: readonly CellResult[],
  first: PlannedCell,
  candidate: RosterRequest['candidate'],
): readonly CellResult[] {
  return [notRun(first, candidate.commandOf(first)), ...others];
}

interface Pair {
  readonly cell: DoubledCell;
  /** An interrupt came before it was looked at to its end. */
  wasCut: boolean;
  dispose(): Promise<void>;
}

async function pairOf(cell: PlannedCell, supply: Supply, request: RosterRequest): Promise<Pair> {
  const { candidate, signal } = request;
  const controls = new Controls(() => {});
  const onAbort = (): void => void controls.accept({ kind: 'stop', reason: 'interrupted' });
  signal.addEventListener('abort', onAbort, { once: true });
  const plain: Task = candidate.taskOf(cell, supply);
  const { task, dispose } = await candidate.double(plain, controls);
  return {
    cell: apart(task),
    wasCut: false,
    dispose: async () => {
      signal.removeEventListener('abort', onAbort);
      await dispose();
    },
  };
}

/** The journal of one run; at its end what is kept beside it, and last of all its result. */
function cellRecord(
  cell: PlannedCell,
  { record, candidate, kit, wordsOf, signal }: RosterRequest,
  supply: Supply,
  pair: Pair | null,
): CellRecord {
  const { symbols } = candidate.market.dataset;
  const meta = { kit, started_at: new Date().toISOString(), command: candidate.commandOf(cell) };
  const { emit, close } = cellJournal(record.cells.begin(cell.index, meta), symbols, wordsOf);
  return {
    emit,
    close: async (result) => {
      await close(result);
      if (pair !== null && signal.aborted) pair.wasCut = true;
      if (result === null || pair?.wasCut === true) return;
      const beside: Beside = {
        peak_memory_bytes: supply.takePeakMemory(),
        double_run: pair?.cell.report() ?? null,
        double_run_findings: (pair?.cell.findings ?? []).map((each) =>
          checkFinding(each, wordsOf, cell.index),
        ),
      };
      await record.keep(`${cellRef(cell.index)}/${BESIDE_FILE}`, beside);
      await record.cells.keepResult(result);
    },
  };
}

async function recordedRuns(
  { record, cells }: RosterRequest,
  results: readonly CellResult[],
): Promise<RecordedRuns | null> {
  if (results.some(({ status }) => status === 'not_run')) return null;
  const beside = new Map<number, Beside>();
  for (const { index } of cells) {
    const kept = await record.kept(`${cellRef(index)}/${BESIDE_FILE}`);
    if (kept !== null) beside.set(index, kept as Beside);
  }
  return new RecordedRuns(record.folder, cells, new Map(results.map((each) => [each.index, each])), beside);
}

/** Everything of the roster that a seal covers, in cell order. */
export function sealedFiles(cells: readonly PlannedCell[]): readonly string[] {
  return [
    CHECK_FILE,
    ...cells.flatMap(({ index }) =>
      [JOURNAL_NAME, BESIDE_FILE, RESULT_NAME].map((name) => `${cellRef(index)}/${name}`),
    ),
  ];
}
