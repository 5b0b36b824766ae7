import { commandLine } from '../reproduction.ts';
import type { CheckPlanFlags } from './resolveCheck.ts';

/** Flags that fix what a check runs: kept with its record, taken over when it is resumed. */
const kept = [
  ...(['cmd', 'http', 'agent', 'config', 'data', 'masked', 'fundamentals', 'news', 'costs'] as const),
  ...(['shortBorrowBps', 'decideTimeout', 'windows', 'seeds', 'faultPlan', 'case'] as const),
] satisfies readonly (keyof CheckPlanFlags)[];

/** What was given on the command line, as it is stored. */
export function checkFlagsToKeep(flags: CheckPlanFlags): Record<string, string | boolean> {
  const stored: Record<string, string | boolean> = {};
  for (const name of kept) {
    const value = flags[name];
    if (value !== undefined) stored[name] = value;
  }
  return stored;
}

/** The flags of a stored check; anything else that a file may hold is left out. */
export function keptCheckFlags(stored: Readonly<Record<string, unknown>>): CheckPlanFlags {
  const flags: Record<string, string | boolean> = {};
  for (const name of kept) {
    const value = stored[name];
    if (typeof value === 'string' || typeof value === 'boolean') flags[name] = value;
  }
  return flags as CheckPlanFlags;
}

/** The command that checks the same again. */
export function checkCommand(flags: CheckPlanFlags): string {
  return commandLine('sbdev check', flags, [
    ['--case', flags.case],
    ['--windows', flags.windows],
    ['--seeds', flags.seeds],
  ]);
}
