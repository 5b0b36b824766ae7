import type { Finding, Turn } from '../../harness/events.ts';
import { cellName, type SweepCell } from '../../harness/sweep/cells.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { runSweep, SweepStop } from '../../harness/sweep/runSweep.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { Io } from '../command.ts';
import type { StopSignal } from '../exitCode.ts';
import { reproduction } from '../reproduction.ts';
import { type RunSetting, type SettingFlags, taskOf } from '../resolveSetting.ts';
import { newSessionId } from '../sessionId.ts';
import { watchSignals } from '../signals.ts';
import { AgentSupply } from '../sweep/agentSupply.ts';
import { SweepProgress } from '../sweep/progress.ts';
import { version } from '../version.ts';

export interface CellsRequest {
  readonly setting: RunSetting;
  readonly flags: SettingFlags;
  readonly cells: readonly SweepCell[];
  readonly jobs: number;
  readonly quiet: boolean;
  /** Whether a run that is not clean ends all others: nothing can come of them any more. */
  readonly endsAtFailure: boolean;
  readonly onTurn: (cell: SweepCell, turn: Turn) => void;
}

/** A run that did not get to a clean end. */
export interface FailedRun {
  readonly cell: SweepCell;
  readonly result: CellResult;
  /** What went wrong first; null if only a report can say it. */
  readonly finding: Diagnostic | null;
}

export interface CellsOutcome {
  /** In cell order; those that were cut short are not among them. */
  readonly failures: readonly FailedRun[];
  /** Whether every cell got to its end. */
  readonly isWhole: boolean;
  readonly signal: StopSignal | null;
}

/** Runs cells once each, every one with a fresh agent, and hands their turns on. Never retries. */
export async function runCells(request: CellsRequest, io: Io): Promise<CellsOutcome> {
  const { setting, flags, cells, jobs, quiet, endsAtFailure, onTurn } = request;
  const stop = new SweepStop();
  const signals = watchSignals((reason) => stop.stop(reason));
  const supply = new AgentSupply(setting.source);
  const progress = new SweepProgress(io, { cells: cells.length, done: 0, quiet, clock });
  const firstErrors = new Map<number, Diagnostic>();
  try {
    const results = await runSweep({
      sessionId: newSessionId(),
      kit: version,
      cells,
      finished: new Map(),
      jobs,
      retries: 0,
      taskOf: (cell) => ({
        ...taskOf(setting, cell),
        startAgent: (signal) => supply.start(cell.index, signal),
      }),
      commandOf: ({ window, seed }) => reproduction(flags, { window, seed, costsName: setting.costsName }),
      recordOf: (cell) => ({
        emit: (event) => {
          if (event.type === 'turn') onTurn(cell, event);
          else if (event.type === 'finding') noteError(firstErrors, cell, event);
        },
        close: async () => {},
      }),
      stop,
      onResult: () => {},
      onProgress: (change) => {
        progress.onChange(change);
        if (change.kind !== 'ended' || change.result?.status === 'clean') return;
        if (change.result?.status !== 'failed') supply.spent();
        if (endsAtFailure) stop.stop('another run failed');
      },
      clock,
    });
    return outcomeOf(cells, results, firstErrors, signals.caught);
  } finally {
    progress.clear();
    await supply.close();
    signals.dispose();
  }
}

/** `[20,100) seed 3: timeout at step 5 (timeout)` */
function failureText({ result }: FailedRun): string {
  const { cell, code, failure, first_failed_step: step } = result;
  const at = step === null ? '' : ` at step ${step}`;
  return `${cellName(cell)}: ${code ?? failure}${at} (${failure})`;
}

/** Both what went wrong and what follows from it, the cause first. */
export function failureFindings(
  code: string,
  { result, finding, ...rest }: FailedRun,
): readonly Diagnostic[] {
  const failed = diagnostic(
    code,
    'error',
    {},
    { found: failureText({ result, finding, ...rest }), facts: { command: result.command } },
  );
  return finding === null ? [failed] : [finding, failed];
}

function noteError(errors: Map<number, Diagnostic>, cell: SweepCell, { diagnostic: found }: Finding): void {
  if (found.severity === 'error' && !errors.has(cell.index)) errors.set(cell.index, found);
}

function outcomeOf(
  cells: readonly SweepCell[],
  results: readonly CellResult[],
  errors: ReadonlyMap<number, Diagnostic>,
  signal: StopSignal | null,
): CellsOutcome {
  const failures = cells.flatMap((cell, position): FailedRun[] => {
    const result = results[position]!;
    if (result.status === 'clean' || result.status === 'not_run') return [];
    return [{ cell, result, finding: errors.get(cell.index) ?? null }];
  });
  return { failures, isWhole: results.every(({ status }) => status !== 'not_run'), signal };
}

/** Monotonic milliseconds. */
function clock(): number {
  return performance.now();
}
