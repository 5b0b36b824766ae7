import { lstatSync, readdirSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../kernel/limits.ts';
import { JOURNAL_NAME, META_NAME } from './fileNames.ts';
import { isBeingWritten, isFolder, listCells, type RecordFolder } from './listRecords.ts';
import { endRecordOf } from './tail.ts';

export interface PruneRule {
  /** The newest so many stay. */
  readonly keep: number | null;
  /** What was last written to within this time stays. */
  readonly olderThanMs: number | null;
}

export interface PruneStep {
  readonly record: RecordFolder;
  /** `kept` by the rule; the others of these are never deleted whatever the rule says. */
  readonly fate: 'delete' | 'kept' | 'being-written' | 'unfinished' | 'not-known';
  readonly bytes: number;
}

/**
 * What a rule does to the records, newest first: one goes only if every given part of the
 * rule lets it go. Deletes nothing. `now`: milliseconds since 1970.
 */
export function planPrune(
  records: readonly RecordFolder[],
  rule: PruneRule,
  now: number,
): readonly PruneStep[] {
  return records.map((record, rank) => {
    const isKept =
      (rule.keep !== null && rank < rule.keep) ||
      (rule.olderThanMs !== null && now - lastWritten(record.path) < rule.olderThanMs);
    return { record, fate: isKept ? 'kept' : fateOf(record, now), bytes: bytesBelow(record.path) };
  });
}

/** Deletes one record. Its meta.json goes last, so that a rest is still known as ours. */
export function deleteRecord({ path }: RecordFolder): void {
  if (!isFolder(path)) return;
  for (const name of readdirSync(path)) {
    if (name !== META_NAME) rmSync(join(path, name), { recursive: true, force: true });
  }
  unlinkSync(join(path, META_NAME));
  rmdirSync(path);
}

function fateOf(record: RecordFolder, now: number): PruneStep['fate'] {
  // What another version writes, this one cannot tell to be finished.
  if (record.meta === null) return 'not-known';
  if (isBeingWritten(record.meta)) return 'being-written';
  const isYoung = now - lastWritten(record.path) < limits.unfinishedKeptMs;
  return isYoung && endRecordOf(join(record.path, JOURNAL_NAME)) === null ? 'unfinished' : 'delete';
}

/** When a record was last written to, cells included. */
function lastWritten(path: string): number {
  return Math.max(
    ...[path, ...listCells(path)].flatMap((each) => [timeOf(each), timeOf(join(each, JOURNAL_NAME))]),
  );
}

function timeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function bytesBelow(path: string): number {
  let total = 0;
  const open = [path];
  while (open.length > 0) {
    const current = open.pop()!;
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const inner = join(current, entry.name);
      if (entry.isDirectory()) open.push(inner);
      else total += sizeOf(inner);
    }
  }
  return total;
}

function sizeOf(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    return 0;
  }
}
