import type { Command } from 'commander';

/** An option as its command's help shows it, and its value where it is not given. */
export type OptionRow = readonly [flags: string, description: string, fallback?: string];

/** Adds options in the order in which help lists them. */
export function addOptions(command: Command, ...groups: readonly (readonly OptionRow[])[]): Command {
  for (const [flags, description, fallback] of groups.flat()) command.option(flags, description, fallback);
  return command;
}

/** Which agent, and how it is asked. */
export const agentOptions: readonly OptionRow[] = [
  ['--cmd <command>', 'the agent as a program and its arguments'],
  ['--agent <name>', 'a built-in agent: buy-and-hold, momentum, hold, random:SEED, script:FILE.json'],
  ['--http <url>', 'the agent as an endpoint on this machine, HOST:PORT: observations are posted to /decide'],
  ['--decide-timeout <ms>', 'wall-clock budget of one decision (default: 30000)'],
];

export const configOption: OptionRow = [
  '--config <file>',
  'configuration (default: ./sharpebench.json, if there is one)',
];

/** What is made of the data, and what comes with it. */
export const sidecarOptions: readonly OptionRow[] = [
  ['--masked', 'rename symbols and dates'],
  ['--fundamentals <file>', 'sidecar CSV: date,symbol,field,value'],
  ['--news <file>', 'sidecar CSV: date,symbol,headline'],
];

export const shortBorrowOption: OptionRow = ['--short-borrow-bps <bps>', 'cost of short positions per bar'];

/** Which data, and what trading costs. */
export const marketOptions: readonly OptionRow[] = [
  configOption,
  ['--data <spec>', 'CSV file, sample name, or generator spec (default: the built-in synthetic market)'],
  ...sidecarOptions,
  ['--costs <model>', 'frictionless, typical, stressed, realistic, or a JSON file (default: typical)'],
  shortBorrowOption,
];

/** One cell. */
export const cellOptions: readonly OptionRow[] = [
  ['--window <a:b>', 'bars A to B-1 (default: the first default window)'],
  ['--seed <n>', 'execution seed, u64 (default: 0)'],
];

/** Windows x seeds. */
export const cellsOptions: readonly OptionRow[] = [
  ['--windows <list>', 'A:B,C:D: bars A to B-1, C to D-1 (default: the two default windows)'],
  ['--seeds <list>', 'execution seeds, u64: 0..7 or 0,3,9 (default: 0..7)'],
];

export const faultPlanOption: OptionRow = [
  '--fault-plan <file>',
  'what a hostile but honest operator may do (docs/faults.md)',
];

export const noRecordOption: OptionRow = ['--no-record', 'keep no record under .sbdev/runs'];

/** The report of a sweep, or of one that was merged. */
export const reportFileOption: OptionRow = ['--out <file>', 'write the report here as well, as JSON'];
export const CELLS_AS_JSON = 'one cell a line and then the report';

/** `json` says what is printed then, where that is not one object. */
export function formatOption(json?: string): OptionRow {
  return ['--format <format>', json === undefined ? 'text or json' : `text, or json: ${json}`, 'text'];
}

export const jobsOption: OptionRow = ['--jobs <n>', 'runs at once (default: the number of cores less one)'];

/** Of the commands that run all cells for a trajectory. */
export const captureOptions: readonly OptionRow[] = [
  ['--fault-plan <file>', 'refused: a trajectory has no record of what a plan shows'],
  jobsOption,
];
