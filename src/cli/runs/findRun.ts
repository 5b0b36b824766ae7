import { basename, resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { listRecords, type RecordFolder } from '../../harness/records/listRecords.ts';
import { readMeta } from '../../harness/records/meta.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';

/**
 * The record that was asked for: `latest`, an id, as much of its start or of its last part
 * as no other has, or the path of a record's folder, as an export has one. Throws a
 * UsageError if there is none, or more than one.
 */
function findRun(asked: string, cwd: string): RecordFolder {
  const elsewhere = /[/\\]/.test(asked) ? recordIn(resolve(cwd, asked)) : null;
  if (elsewhere !== null) return elsewhere;
  const records = listRecords(cwd);
  const found = asked === 'latest' ? records.slice(0, 1) : matching(asked, records);
  if (found.length === 1) return found[0]!;
  const ids = (found.length === 0 ? records : found).map((each) => each.id);
  throw new UsageError(
    diagnostic(
      found.length === 0 ? 'unknown-run' : 'run-not-unique',
      'error',
      {},
      {
        found: asked.slice(0, 100),
        accepted: ids.slice(0, 5),
        facts: { count: ids.length, ...nearest(asked, ids) },
      },
    ),
  );
}

/** The record in a folder; null if there is none. */
function recordIn(path: string): RecordFolder | null {
  const reading = readMeta(path);
  if (reading.kind === 'absent') return null;
  if (reading.kind === 'refused')
    return { id: basename(path), path, meta: null, refusal: reading.diagnostic };
  return { id: reading.meta.id, path, meta: reading.meta, refusal: null };
}

/** A record that can be read; throws a UsageError that says why not. */
export function readableRun(asked: string, cwd: string) {
  const folder = findRun(asked, cwd);
  const { meta, refusal } = folder;
  if (meta === null) throw new UsageError(...(refusal === null ? [] : [refusal]));
  return { ...folder, meta };
}

function matching(asked: string, records: readonly RecordFolder[]): readonly RecordFolder[] {
  const exact = records.filter(({ id }) => id === asked);
  if (exact.length > 0 || asked === '') return exact;
  return records.filter(({ id }) => id.startsWith(asked) || lastPart(id).startsWith(asked));
}

/** The random part, which tells sessions of one day apart. */
function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1);
}

function nearest(asked: string, ids: readonly string[]): { readonly nearest?: string } {
  if (ids.length === 0 || asked.length > 100) return {};
  const id = closest(asked, [...ids]);
  return distance(asked, id) <= 3 ? { nearest: id } : {};
}
