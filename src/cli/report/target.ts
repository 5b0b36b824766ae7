import { statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import type { RecordFolder } from '../../harness/records/listRecords.ts';
import { type RecordMeta, readMeta } from '../../harness/records/meta.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { readableRun } from '../runs/findRun.ts';

/** What a report is to be made of. */
export type ReportTarget =
  | { readonly kind: 'record'; readonly folder: RecordFolder & { readonly meta: RecordMeta } }
  | { readonly kind: 'file'; readonly path: string };

/**
 * The record or file that was asked for: an id as `sbdev runs` takes it, the path of a
 * record's folder or journal, or that of a report. Throws a UsageError for anything else.
 */
export function reportTarget(asked: string, cwd: string): ReportTarget {
  const path = resolve(cwd, asked);
  const kind = kindOf(path);
  const isPath = /[/\\]|\.jsonl?$/.test(asked);
  if (kind === 'file' && basename(path) === JOURNAL_NAME) return recordAt(dirname(path), cwd);
  if (kind === 'file' && isPath) return { kind: 'file', path };
  if (kind === 'folder' && readMeta(path).kind !== 'absent') return recordAt(path, cwd);
  if (!isPath) return { kind: 'record', folder: readableRun(asked, cwd) };
  const found = kind === null ? 'no such file' : 'a folder without a meta.json';
  throw new UsageError(diagnostic('report-unreadable', 'error', { file: asked.slice(0, 300) }, { found }));
}

function recordAt(path: string, cwd: string): ReportTarget {
  const reading = readMeta(path);
  if (reading.kind === 'refused') throw new UsageError(reading.diagnostic);
  if (reading.kind === 'read') {
    const { meta } = reading;
    return { kind: 'record', folder: { id: meta.id, path, meta, refusal: null } };
  }
  const file = relative(cwd, path);
  throw new UsageError(
    diagnostic('report-unreadable', 'error', { file }, { found: 'a journal without its meta.json' }),
  );
}

function kindOf(path: string): 'file' | 'folder' | null {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts === undefined ? null : facts.isDirectory() ? 'folder' : 'file';
}
