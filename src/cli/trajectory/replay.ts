import { type ReplayedRun, replayRun } from '../../determinism/trajectory/replay.ts';
import type { RunTrajectory } from '../../determinism/trajectory.ts';
import { bookText, runText } from '../../harness/eventText.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { count, fixed, percent } from '../../reporters/text/numbers.ts';
import { table } from '../../reporters/text/table.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadConfig } from '../config.ts';
import { type MarketFlags, resolveMarket } from '../resolveMarket.ts';
import { writeNotice } from '../writeKitError.ts';
import { loadVerified } from './loadTrajectory.ts';
import { TrajectoryOutput } from './output.ts';

export interface ReplayFlags extends MarketFlags {
  readonly config?: string;
  readonly format: string;
}

/** The recorded decisions through the engine: every run again, without an agent. */
export async function replay(file: string, flags: ReplayFlags, io: Io): Promise<ExitCode> {
  const output = new TrajectoryOutput(flags.format, io);
  const market = await resolveMarket(flags, await loadConfig(flags.config, io.cwd), io);
  for (const each of market.notices) writeNotice(each, io);
  const { agent_id, runs } = await loadVerified(file, market, io);
  const rows: string[][] = [];
  for (const run of runs) {
    const replayed = replayRun(run, market);
    if (output.isJson) output.json(replayedJson(run, replayed));
    else rows.push(rowOf(run, replayed));
  }
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  if (output.isJson) {
    output.json([recordJson({ type: 'replay_report', file, agent_id, runs: runs.length, steps })]);
    return 0;
  }
  const [head = '', ...body] = table([HEAD, ...rows], '  ', 2);
  const { style } = output;
  output.lines([
    `${style.good('✓')} replayed  ${count(runs.length, 'run')}, ${count(steps, 'recorded decision')}`,
    style.dim(head),
    ...body,
  ]);
  return 0;
}

const HEAD = ['window', 'seed', 'steps', 'return', 'Sharpe', 'drawdown', 'hit rate', 'cost'];

function rowOf(
  { window_start, window_end, seed }: RunTrajectory,
  { engine, summary }: ReplayedRun,
): string[] {
  return [
    `${window_start}:${window_end}`,
    String(seed),
    String(engine.step),
    percent(summary.total_return),
    fixed(summary.sharpe_per_period, 4),
    percent(-summary.max_drawdown),
    fixed(summary.hit_rate, 3),
    fixed(engine.result().cost, 4),
  ];
}

function* replayedJson(
  { window_start, window_end, seed }: RunTrajectory,
  { engine, summary, book }: ReplayedRun,
): Iterable<string> {
  yield `{"type":"replayed_run","cell":${recordJson({ window_start, window_end, seed })},"run":`;
  yield* runText(engine.result());
  yield ',"book":[';
  yield* bookText(book);
  yield `],"summary":${recordJson(summary)}}`;
}
