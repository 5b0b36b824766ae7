import { type Divergence, RunComparison } from '../../determinism/trajectory/reexecution.ts';
import type { AgentTrajectory } from '../../determinism/trajectory.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Io } from '../command.ts';
import type { StopSignal } from '../exitCode.ts';
import type { RunSetting } from '../resolveSetting.ts';
import { writeNotice } from '../writeKitError.ts';
import { cellsAndJobs } from './resolveCells.ts';
import { type FailedRun, runCells } from './runCells.ts';
import type { VerifyFlags } from './verify.ts';

/** What came of running every recorded run again. */
export interface Reexecution {
  /** `no verdict` wherever a run failed or was cut short, and none diverged. */
  readonly verdict: 'repeats' | 'diverges' | 'no verdict';
  readonly agentId: string;
  readonly runs: number;
  /** Steps that were compared, over all runs. */
  readonly compared: number;
  /** The first of each run, in the order of the runs. */
  readonly divergences: readonly Divergence[];
  readonly failures: readonly FailedRun[];
  readonly signal: StopSignal | null;
}

/** Runs again what a trajectory has; it has passed the strict checks on this setting. */
export async function reexecute(
  { contract, runs }: AgentTrajectory,
  setting: RunSetting,
  flags: VerifyFlags,
  io: Io,
): Promise<Reexecution> {
  invariant(contract !== null, 'the strict checks ask for a contract');
  const { cells, jobs, notices } = cellsAndJobs(setting, contract, flags.jobs);
  if (flags.quiet !== true) for (const each of notices) writeNotice(each, io);
  const comparisons = runs.map((run, index) => new RunComparison(index, run));
  const { failures, isWhole, signal } = await runCells(
    {
      setting,
      flags,
      cells,
      jobs,
      quiet: flags.quiet === true,
      endsAtFailure: false,
      onTurn: ({ index }, turn) => comparisons[index]!.turn(turn),
    },
    io,
  );
  const divergences = comparisons.flatMap(({ divergence }) => (divergence === null ? [] : [divergence]));
  const isClean = isWhole && failures.length === 0;
  return {
    verdict: divergences.length > 0 ? 'diverges' : isClean ? 'repeats' : 'no verdict',
    agentId: setting.source.identity.id,
    runs: runs.length,
    compared: comparisons.reduce((sum, each) => sum + each.compared, 0),
    divergences,
    failures,
    signal,
  };
}
