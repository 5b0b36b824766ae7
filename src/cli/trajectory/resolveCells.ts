import { cellsOf, type SweepCell } from '../../harness/sweep/cells.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import type { Window } from '../../market/dataset.ts';
import type { Io } from '../command.ts';
import type { LoadedConfig } from '../config.ts';
import { type RunSetting, resolveSetting, type SettingFlags } from '../resolveSetting.ts';
import { requireSize } from '../sweep/plan.ts';
import { parseJobs } from '../sweep/resolveSweep.ts';

/**
 * What a capture and a re-execution run on: the setting of the flags, never under a
 * fault plan. One that is asked for is refused, one of the configuration is left out.
 */
export async function resolveTrajectorySetting(
  flags: SettingFlags,
  config: LoadedConfig | null,
  io: Io,
): Promise<RunSetting> {
  if (flags.faultPlan !== undefined) throw new UsageError(diagnostic('capture-fault-plan', 'error', {}));
  const setting = await resolveSetting(flags, config, io);
  const notices: Diagnostic[] = [...setting.notices];
  if (setting.faultPlan !== null) notices.push(diagnostic('capture-plan-left-out', 'notice', {}));
  if (setting.dataset.sidecars !== null) notices.push(diagnostic('capture-sidecars', 'warning', {}));
  return { ...setting, faultPlan: null, notices };
}

/** All windows x seeds, and how many run at once: one where they share an endpoint (page 6.1). */
export function cellsAndJobs(
  setting: RunSetting,
  grid: { readonly windows: readonly Window[]; readonly seeds: readonly bigint[] },
  jobsText: string | undefined,
): { readonly cells: readonly SweepCell[]; readonly jobs: number; readonly notices: readonly Diagnostic[] } {
  const jobs = parseJobs(jobsText);
  requireSize(grid.windows.length * grid.seeds.length, null);
  const cells = cellsOf(grid.windows, grid.seeds);
  if (setting.source.openEndpoint === undefined) return { cells, jobs, notices: [] };
  const isTold = jobsText !== undefined && jobs > 1;
  return {
    cells,
    jobs: 1,
    notices: isTold ? [diagnostic('one-endpoint', 'notice', {}, { found: String(jobs) })] : [],
  };
}
