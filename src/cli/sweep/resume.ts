import { type StoredSweep, storedSweep } from '../../harness/sweep/storedSweep.ts';
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
