import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { RUNS_FOLDER } from '../../harness/journal.ts';
import { listRecords } from '../../harness/records/listRecords.ts';
import { deleteRecord, type PruneStep, planPrune } from '../../harness/records/prune.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { badOption, parseCountOption, parseNumberOption } from '../options.ts';

export interface PruneFlags {
  readonly keep?: string;
  readonly olderThan?: string;
  readonly dryRun?: boolean;
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** Deletes records by a rule and says which. Throws a UsageError without a rule. */
export function pruneRuns(flags: PruneFlags, io: Io, now: number): ExitCode {
  const rule = {
    keep: flags.keep === undefined ? null : parseCountOption('--keep', flags.keep, 1_000_000),
    olderThanMs: flags.olderThan === undefined ? null : days(flags.olderThan),
  };
  if (rule.keep === null && rule.olderThanMs === null)
    throw new UsageError(diagnostic('prune-rule', 'error', {}));
  refuseLinks(io.cwd);
  const steps = planPrune(listRecords(io.cwd), rule, now);
  const isDry = flags.dryRun === true;
  for (const step of steps) {
    if (step.fate === 'delete' && !isDry) remove(step);
    const line = lineOf(step, isDry);
    if (line !== null) io.stdout.write(`${line}\n`);
  }
  const gone = steps.filter(({ fate }) => fate === 'delete');
  const bytes = gone.reduce((sum, step) => sum + step.bytes, 0);
  const what = `${count(gone.length, 'record')}, ${size(bytes)}; ${steps.length - gone.length} kept`;
  io.stdout.write(`${isDry ? 'would delete' : 'deleted'} ${what}\n`);
  return 0;
}

const reasons: Readonly<Record<PruneStep['fate'], string | null>> = {
  delete: null,
  kept: null,
  'being-written': 'a living process writes it',
  unfinished: 'unfinished, and written to within a day',
  'not-known': 'not of a version that this kit can read',
};

/** What goes, and what the rule would have deleted and is kept all the same. */
function lineOf({ record, fate, bytes }: PruneStep, isDry: boolean): string | null {
  if (fate === 'delete')
    return `${isDry ? 'would delete' : 'deleted'} ${printable(record.id)}  ${size(bytes)}`;
  const reason = reasons[fate];
  return reason === null ? null : `kept ${printable(record.id)}  ${reason}`;
}

function remove({ record }: PruneStep): void {
  try {
    deleteRecord(record);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new CannotRunError(diagnostic('prune-failed', 'error', { file: record.path }, { found: code }));
  }
}

/** What a link leads to may be anybody's. */
function refuseLinks(cwd: string): void {
  let path = cwd;
  for (const name of RUNS_FOLDER) {
    path = join(path, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new UsageError(diagnostic('prune-link', 'error', { file: path }));
  }
}

function days(text: string): number {
  const value = parseNumberOption('--older-than', text);
  if (value >= 0 && value <= 36_500) return value * MILLISECONDS_PER_DAY;
  throw badOption('--older-than', text, 'days from 0 to 36500');
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
