import { availableParallelism } from 'node:os';
import { cellsOf, inShard, type Shard, type SweepCell } from '../../harness/sweep/cells.ts';
import type { SweepPlan } from '../../harness/sweep/records.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { Window } from '../../market/dataset.ts';
import type { Io } from '../command.ts';
import { type LoadedConfig, loadConfig } from '../config.ts';
import { badOption, parseCountOption } from '../options.ts';
import { type RunSetting, resolveSetting, type SettingFlags } from '../resolveSetting.ts';
import { parseSeeds, parseShard, parseWalkForward, parseWindows, requireSize } from './plan.ts';
import { sweepPlanOf } from './sweepPlan.ts';

/** Flags that fix what a sweep runs; an interrupted one is resumed with the same. */
export interface SweepPlanFlags extends SettingFlags {
  readonly windows?: string;
  readonly walkForward?: string;
  readonly seeds?: string;
  readonly shard?: string;
  readonly retries?: string;
}

export interface ResolvedSweep {
  readonly setting: RunSetting;
  readonly plan: SweepPlan;
  readonly shard: Shard | null;
  /** Those of the shard, in cell order. */
  readonly cells: readonly SweepCell[];
  readonly jobs: number;
  readonly notices: readonly Diagnostic[];
}

/** Extra attempts of a run after a runtime failure, as the reference harness has them (page 6.1). */
const DEFAULT_RETRIES = '2';
const JOBS_ACCEPTED = 'a whole number from 1 to 256';

/** From flags and files to all cells. Throws a UsageError for anything wrong; starts nothing. */
export async function resolveSweep(
  flags: SweepPlanFlags,
  jobsText: string | undefined,
  io: Io,
): Promise<ResolvedSweep> {
  const jobs = parseJobs(jobsText);
  const retries = parseCountOption('--retries', flags.retries ?? DEFAULT_RETRIES, 100);
  const shard = flags.shard === undefined ? null : parseShard(flags.shard);
  const config = await loadConfig(flags.config, io.cwd);
  const seeds = parseSeeds(flags.seeds ?? config?.values.seeds?.map(String).join(','));
  const setting = await resolveSetting(flags, config, io);
  const windows = windowsOf(flags, config, setting);
  requireSize(windows.length * seeds.length, shard);
  const isShared = setting.source.openEndpoint !== undefined;
  return {
    setting,
    plan: sweepPlanOf(setting, windows, seeds, retries),
    shard,
    cells: cellsOf(windows, seeds).filter((cell) => inShard(cell, shard)),
    jobs: isShared ? 1 : jobs,
    notices: [
      ...setting.notices,
      ...(isShared && jobsText !== undefined && jobs > 1
        ? [diagnostic('one-endpoint', 'notice', {}, { found: String(jobs) })]
        : []),
    ],
  };
}

/** How many at once: from 1 to 256. Throws a UsageError. */
export function parseJobs(text: string | undefined): number {
  // One core is left to the kit itself, which feeds all agents.
  if (text === undefined) return Math.max(1, availableParallelism() - 1);
  const jobs = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= 256) return jobs;
  throw badOption('--jobs', text, JOBS_ACCEPTED);
}

function windowsOf(
  flags: SweepPlanFlags,
  config: LoadedConfig | null,
  { dataset, windows }: RunSetting,
): readonly Window[] {
  const bars = dataset.dates.length;
  if (flags.windows !== undefined && flags.walkForward !== undefined) {
    throw badOption('--walk-forward', flags.walkForward, 'either --windows or --walk-forward');
  }
  if (flags.walkForward !== undefined) return parseWalkForward(flags.walkForward, bars);
  const text = flags.windows ?? config?.values.windows?.join(',');
  return text === undefined ? windows() : parseWindows(text, bars);
}
