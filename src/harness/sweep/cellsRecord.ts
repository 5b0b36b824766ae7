import { join } from 'node:path';
import { Journal, RUNS_FOLDER } from '../journal.ts';
import { recordJson } from '../recordJson.ts';
import { JOURNAL_NAME } from '../records/fileNames.ts';
import { writeWhole } from '../wholeFile.ts';
import { CellFolders, setAside } from './cellFolders.ts';

/**
 * A record that holds runs, `.sbdev/runs/<id>/`, as it is written: a file with what was
 * asked for, a journal of the sitting, and a folder a run.
 */
export interface CellsRecord {
  readonly id: string;
  readonly folder: string;
  readonly journal: Journal;
  readonly cells: CellFolders;
}

export interface CellsOpening {
  readonly kind: 'sweep' | 'check';
  /** What `meta.json` says besides. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Names all that fixes the results. */
  readonly key: string;
}

/**
 * Begins the record of session `id` in `base`, with what was asked for in the file that is
 * named. Throws the system's error if it cannot.
 */
export async function createCellsRecord(
  base: string,
  id: string,
  opening: CellsOpening,
  asked: { readonly name: string; readonly content: unknown },
): Promise<CellsRecord> {
  const journal = Journal.create(base, id, metaOf(opening));
  await writeWhole(join(journal.folder, asked.name), `${recordJson(asked.content)}\n`);
  return opened(id, journal, opening);
}

/**
 * Goes on with a record; the journal of the sitting before is set aside. Throws the
 * system's error if it cannot.
 */
export function reopenCellsRecord(base: string, id: string, opening: CellsOpening): CellsRecord {
  const folder = join(base, ...RUNS_FOLDER, id);
  setAside(join(folder, JOURNAL_NAME));
  return opened(id, Journal.createIn(folder, id, metaOf(opening)), opening);
}

function metaOf({ kind, meta }: CellsOpening): Readonly<Record<string, unknown>> {
  return { kind, ...meta };
}

function opened(id: string, journal: Journal, { key }: CellsOpening): CellsRecord {
  return { id, folder: journal.folder, journal, cells: new CellFolders(journal.folder, id, key) };
}
