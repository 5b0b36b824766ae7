import { join } from 'node:path';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { JOURNAL_NAME } from './fileNames.ts';
import { foldJournal } from './foldJournal.ts';
import type { RecordMeta } from './meta.ts';
import { type RecordItem, readJournal } from './readJournal.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What `items` are looked at with on their way into the fold: forms, say. */
export type Look = (path: string, items: Iterable<RecordItem>) => Iterable<RecordItem>;

/**
 * Reads and folds the record in a folder. A session that was killed before its first
 * event is one without events. Throws a UsageError for a version that is not known here
 * and a CannotRunError if the file cannot be read.
 */
export function loadRecord(
  folder: string,
  meta: RecordMeta,
  look: Look = (_, items) => items,
): SessionRecord {
  const path = join(folder, JOURNAL_NAME);
  try {
    return foldJournal(meta, look(path, readJournal(path)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return foldJournal(meta, []);
    if (typeof code !== 'string') throw error;
    throw new CannotRunError(
      diagnostic('record-unreadable', 'error', { file: path }, { found: code, accepted: ['a file'] }),
    );
  }
}
