import type { SweepCell } from '../../harness/sweep/cells.ts';
import type { CellResult, SweepPlan } from '../../harness/sweep/records.ts';
import { finishedResult, type StoredSweep, storedSweep } from '../../harness/sweep/storedSweep.ts';
import type { SweepRecord } from '../../harness/sweep/sweepRecord.ts';
import { flagsToKeep, keptFlags } from './flags.ts';
import type { SweepPlanFlags } from './resolveSweep.ts';

const agentFlags = ['cmd', 'http', 'agent'] as const;
const windowFlags = ['windows', 'walkForward'] as const;

/** The stored sweep, and its flags with those that are given now laid over them. */
export function resumed(
  base: string,
  id: string | null,
  given: SweepPlanFlags,
): { readonly stored: StoredSweep; readonly flags: SweepPlanFlags } {
  const stored = storedSweep(base, id);
  const kept: Record<string, string | boolean> = {};
  for (const name of keptFlags) {
    const value = stored.file.flags[name];
    if (value !== undefined) kept[name] = value;
  }
  // One of these given now takes the place of whichever was given then.
  for (const group of [agentFlags, windowFlags]) {
    if (group.some((name) => given[name] !== undefined)) for (const name of group) delete kept[name];
  }
  return { stored, flags: { ...kept, ...flagsToKeep(given) } as SweepPlanFlags };
}

/** Results that are there already, by cell. */
export async function finishedCells(
  record: SweepRecord,
  plan: SweepPlan,
  cells: readonly SweepCell[],
): Promise<ReadonlyMap<number, CellResult>> {
  const finished = new Map<number, CellResult>();
  for (const { index } of cells) {
    const bytes = await record.resultBytes(index);
    const result = bytes === null ? null : finishedResult(bytes, plan, index);
    if (result !== null) finished.set(index, result);
  }
  return finished;
}
