import {
  agentFindings,
  copyFindings,
  decisionStability,
  type Stability,
} from '../../determinism/trajectory/stability.ts';
import type { AgentTrajectory } from '../../determinism/trajectory.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadConfig } from '../config.ts';
import { badOption } from '../options.ts';
import { type MarketFlags, resolveMarket } from '../resolveMarket.ts';
import { writeNotice } from '../writeKitError.ts';
import { loadVerified } from './loadTrajectory.ts';
import { findingsJson, TrajectoryOutput } from './output.ts';

export interface StabilityFlags extends MarketFlags {
  readonly config?: string;
  readonly separateExecutions?: boolean;
  readonly format: string;
}

/** How often captures of one agent decide otherwise on the same history (page 4.5). */
export async function stability(files: readonly string[], flags: StabilityFlags, io: Io): Promise<ExitCode> {
  const output = new TrajectoryOutput(flags.format, io);
  if (files.length < 2) throw badOption('TRAJECTORIES', files.join(' '), 'two files at least');
  const market = await resolveMarket(flags, await loadConfig(flags.config, io.cwd), io);
  for (const each of market.notices) writeNotice(each, io);
  const trajectories: AgentTrajectory[] = [];
  for (const file of files) trajectories.push(await loadVerified(file, market, io));
  const copies = flags.separateExecutions === true ? [] : copyFindings(trajectories, files);
  if (copies.length > 0) throw new UsageError(...copies);
  const result = decisionStability(trajectories, market);
  const findings = [
    ...agentFindings(trajectories, files),
    ...(result.rate === null ? [diagnostic('stability-nothing-compared', 'warning', {})] : []),
  ];
  if (output.isJson) {
    const facts = recordJson({ type: 'decision_stability', files, ...result });
    output.json([`${facts.slice(0, -1)},"findings":${findingsJson(findings)}}`]);
  } else {
    for (const each of findings) output.finding(each);
    output.lines(textOf(result, output));
  }
  // Nothing compared is no verdict, and never a pass.
  return result.rate === null ? 3 : 0;
}

function textOf({ rate, pairs, disagreeing_pairs, steps }: Stability, { style }: TrajectoryOutput): string[] {
  const shown =
    rate === null
      ? `${style.warn('!')} unavailable  no pair of decisions was compared`
      : `${style.bold(rate.toFixed(6))}  disagreement rate: ${disagreeing_pairs} of ${count(pairs, 'pair')} of decisions`;
  return [
    shown,
    style.dim(
      `  steps, once for each replicate: ${steps.compared} compared, ${steps.excluded} excluded (its history is like no other’s), ${steps.unreplicated} unreplicated`,
    ),
  ];
}
