import type { AgentTrajectory } from '../../determinism/trajectory.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadConfig } from '../config.ts';
import { signalExitCode } from '../exitCode.ts';
import { badOption } from '../options.ts';
import { resolveMarket } from '../resolveMarket.ts';
import type { SettingFlags } from '../resolveSetting.ts';
import { writeNotice } from '../writeKitError.ts';
import { loadTrajectory, strictFindingsOf } from './loadTrajectory.ts';
import { TrajectoryOutput } from './output.ts';
import { type Reexecution, reexecute } from './reexecute.ts';
import { resolveTrajectorySetting } from './resolveCells.ts';
import { tellReexecution, verificationJson } from './verifyText.ts';

export interface VerifyFlags extends SettingFlags {
  readonly reexecute?: boolean;
  readonly jobs?: string;
  readonly format: string;
  readonly quiet?: boolean;
}

/** Strict checks and, if asked for, every run again with a fresh agent (page 4.3). */
export async function verify(file: string, flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const output = new TrajectoryOutput(flags.format, io);
  const isReexecuted = flags.reexecute === true;
  if (!isReexecuted) refuseAgentFlags(flags);
  const trajectory = await loadTrajectory(file, io);
  const config = await loadConfig(flags.config, io.cwd);
  const setting = isReexecuted ? await resolveTrajectorySetting(flags, config, io) : null;
  const market = setting ?? (await resolveMarket(flags, config, io));
  if (flags.quiet !== true) for (const each of market.notices) writeNotice(each, io);
  const strict = strictFindingsOf(trajectory, file, market);
  if (strict.length > 0) return refused(file, trajectory, strict, output);
  if (!output.isJson) output.lines([strictLine(trajectory, output)]);
  const result = setting === null ? null : await reexecute(trajectory, setting, flags, io);
  if (output.isJson) output.json(verificationJson(file, trajectory, [], result));
  else if (result !== null) tellReexecution(file, result, output);
  return exitCodeOf(result);
}

/** An agent that is named and not run would look like one that passed. */
function refuseAgentFlags(flags: VerifyFlags): void {
  for (const name of ['cmd', 'http', 'agent', 'jobs', 'faultPlan', 'decideTimeout'] as const) {
    const value = flags[name];
    if (value === undefined) continue;
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw badOption(option, value, 'together with --reexecute alone');
  }
}

function refused(
  file: string,
  trajectory: AgentTrajectory,
  findings: readonly Diagnostic[],
  output: TrajectoryOutput,
): ExitCode {
  if (output.isJson) output.json(verificationJson(file, trajectory, findings, null));
  else for (const each of findings) output.finding(each);
  return 1;
}

function strictLine({ runs }: AgentTrajectory, { style }: TrajectoryOutput): string {
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  return `${style.good('✓')} strict  ${count(runs.length, 'run')}, ${count(steps, 'step')}: data, costs, engine, windows, seeds, runs, steps and dates are as they should be`;
}

/** A divergence is a fact, whatever else failed; without one, a failure leaves no verdict (page 4.3). */
function exitCodeOf(result: Reexecution | null): ExitCode {
  if (result === null) return 0;
  if (result.signal !== null) return signalExitCode(result.signal);
  if (result.divergences.length > 0) return 1;
  return result.verdict === 'repeats' ? 0 : 3;
}
