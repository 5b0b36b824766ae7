import type { CellResult } from '../../harness/sweep/records.ts';
import { SWEEP_VERSION } from '../../harness/sweep/records.ts';
import { sweepReport } from '../../harness/sweep/report.ts';
import { runSweep, SweepStop } from '../../harness/sweep/runSweep.ts';
import type { SweepRecord } from '../../harness/sweep/sweepRecord.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { onClosedOutput } from '../closedOutput.ts';
import type { ExitCode, Io } from '../command.ts';
import { signalExitCode, sweepExitCode } from '../exitCode.ts';
import { badOption } from '../options.ts';
import { reproduction } from '../reproduction.ts';
import { taskOf } from '../resolveSetting.ts';
import { newSessionId } from '../sessionId.ts';
import { watchSignals } from '../signals.ts';
import { version } from '../version.ts';
import { writeNotice } from '../writeKitError.ts';
import { AgentSupply } from './agentSupply.ts';
import { flagsToKeep, sweepCommand } from './flags.ts';
import { SweepProgress } from './progress.ts';
import { cellRecord, openRecord, shownFolder } from './recording.ts';
import { ReportOutput, type ReportOutputFlags } from './reportOutput.ts';
import { type ResolvedSweep, resolveSweep, type SweepPlanFlags } from './resolveSweep.ts';

export interface SweepFlags extends SweepPlanFlags, ReportOutputFlags {
  readonly jobs?: string;
  readonly quiet?: boolean;
  readonly record: boolean;
  /** True for the newest sweep. */
  readonly resume?: string | true;
}

/** Runs all cells, or those that an interrupted sweep has left, to one report. */
export async function sweep(given: SweepFlags, io: Io): Promise<ExitCode> {
  const output = new ReportOutput(given, io);
  const { flags, id, isResumed } = await sittingOf(given, io);
  const resolved = await resolveSweep(flags, given.jobs, io);
  if (isResumed) await requireSame(io, id, resolved);
  const told = new Set<string>();
  const tell = (notice: Diagnostic): void => {
    if (given.quiet !== true && !told.has(notice.code)) writeNotice(notice, io);
    told.add(notice.code);
  };
  for (const each of resolved.notices) tell(each);
  const record = given.record ? await recordOf(io, { flags, id, isResumed, resolved }, tell) : null;
  const stop = new SweepStop();
  const signals = watchSignals((reason) => stop.stop(reason));
  onClosedOutput(io, () => stop.stop('the output was closed'));
  const startedAt = clock();
  const sitting = { given, flags, io, id, resolved, record, stop, output, tell };
  let code: ExitCode = 3;
  try {
    const cells = await runCells(sitting);
    const report = sweepReport(resolved.plan, resolved.shard, cells);
    await output.report(report);
    tellSitting(sitting, clock() - startedAt);
    code = signals.caught !== null ? signalExitCode(signals.caught) : sweepExitCode(report);
    return code;
  } finally {
    await record?.close(code);
    signals.dispose();
  }
}

interface Sitting {
  readonly given: SweepFlags;
  readonly flags: SweepPlanFlags;
  readonly io: Io;
  readonly id: string;
  readonly resolved: ResolvedSweep;
  readonly record: SweepRecord | null;
  readonly stop: SweepStop;
  readonly output: ReportOutput;
  readonly tell: (notice: Diagnostic) => void;
}

async function runCells(sitting: Sitting): Promise<readonly CellResult[]> {
  const { flags, io, id, resolved, record, stop, output, tell } = sitting;
  const { setting, plan, cells, jobs } = resolved;
  const finished = await finishedOf(record, resolved);
  const isQuiet = sitting.given.quiet === true;
  const progress = new SweepProgress(io, { cells: cells.length, done: finished.size, quiet: isQuiet, clock });
  const supply = new AgentSupply(setting.source);
  const commandOf = (cell: (typeof cells)[number]) =>
    reproduction(flags, { window: cell.window, seed: cell.seed, costsName: setting.costsName });
  try {
    return await runSweep({
      sessionId: id,
      kit: version,
      cells,
      finished,
      jobs,
      retries: plan.retries,
      taskOf: (cell) => ({
        ...taskOf(setting, cell),
        startAgent: (signal) => supply.start(cell.index, signal),
      }),
      commandOf,
      recordOf: (cell) =>
        cellRecord(record, cell, { symbols: setting.dataset.symbols, command: commandOf(cell), tell }),
      stop,
      onResult: (result) => output.cell(result),
      onProgress: (change) => {
        progress.onChange(change);
        if (change.kind === 'started') record?.note({ type: 'cell_started', index: change.cell.index });
        else {
          const { cell, result, durationMs } = change;
          if (result === null || result.status === 'incomplete') supply.spent();
          const status = result?.status ?? 'interrupted';
          record?.note({ type: 'cell_ended', index: cell.index, status, duration_ms: durationMs });
        }
      },
      clock,
    });
  } finally {
    progress.clear();
    await supply.close();
  }
}

/** Times and places of this sitting; no part of the report. */
function tellSitting({ given, io, record, resolved, stop }: Sitting, wallMs: number): void {
  if (given.quiet === true) return;
  const how = stop.reason === null ? 'took' : `${stop.reason} after`;
  io.stderr.write(`${how} ${(wallMs / 1000).toFixed(1)} s with --jobs ${resolved.jobs}\n`);
  if (record === null) return;
  io.stderr.write(`record: ${shownFolder(io, record)}\n`);
  if (stop.reason !== null) io.stderr.write(`to go on: sbdev sweep --resume ${record.id}\n`);
}

/** Monotonic milliseconds. */
function clock(): number {
  return performance.now();
}

async function sittingOf(given: SweepFlags, io: Io) {
  if (given.resume !== undefined && !given.record)
    throw badOption('--no-record', 'with --resume', 'one of the two: what is resumed is a record');
  if (given.resume === undefined) return { flags: given, id: newSessionId(), isResumed: false };
  const { resumed } = await import('./resume.ts');
  const { stored, flags } = resumed(io.cwd, given.resume === true ? null : given.resume, given);
  return { flags, id: stored.id, isResumed: true };
}

async function requireSame(io: Io, id: string, { plan, shard }: ResolvedSweep): Promise<void> {
  const { requireSameSweep, storedSweep } = await import('../../harness/sweep/storedSweep.ts');
  requireSameSweep(storedSweep(io.cwd, id), plan, shard);
}

async function finishedOf(record: SweepRecord | null, { cells }: ResolvedSweep) {
  if (record === null || !record.isResumed) return new Map<number, CellResult>();
  const { finishedCells } = await import('../../harness/sweep/storedSweep.ts');
  return finishedCells(record.cells, cells);
}

async function recordOf(
  io: Io,
  sitting: { flags: SweepPlanFlags; id: string; isResumed: boolean; resolved: ResolvedSweep },
  tell: (notice: Diagnostic) => void,
): Promise<SweepRecord | null> {
  const { flags, id, isResumed, resolved } = sitting;
  const { plan, shard } = resolved;
  const file = { version: SWEEP_VERSION, plan, shard, flags: flagsToKeep(flags) };
  return openRecord(io, { id, file, resumed: isResumed, command: sweepCommand(flags) }, tell);
}
