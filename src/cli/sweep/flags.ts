import { commandLine } from '../reproduction.ts';
import type { SweepPlanFlags } from './resolveSweep.ts';

/** Flags that fix what a sweep runs: kept with its record, taken over when it is resumed. */
export const keptFlags = [
  ...(['cmd', 'http', 'agent', 'config', 'data', 'masked', 'fundamentals', 'news', 'costs'] as const),
  ...([
    'shortBorrowBps',
    'decideTimeout',
    'windows',
    'walkForward',
    'seeds',
    'shard',
    'retries',
    'faultPlan',
  ] as const),
] satisfies readonly (keyof SweepPlanFlags)[];

/** What was given on the command line, as it is stored. */
export function flagsToKeep(flags: SweepPlanFlags): Record<string, string | boolean> {
  const kept: Record<string, string | boolean> = {};
  for (const name of keptFlags) {
    const value = flags[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** The command that runs the whole sweep again. */
export function sweepCommand(flags: SweepPlanFlags): string {
  return commandLine('sbdev sweep', flags, [
    ['--windows', flags.windows],
    ['--walk-forward', flags.walkForward],
    ['--seeds', flags.seeds],
    ['--shard', flags.shard],
    ['--retries', flags.retries],
  ]);
}
