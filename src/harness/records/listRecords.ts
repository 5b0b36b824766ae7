import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import { RUNS_FOLDER } from '../journal.ts';
import { CELLS_NAME } from './fileNames.ts';
import { type RecordMeta, readMeta } from './meta.ts';
import { isAlive } from './writer.ts';

/** A folder below `.sbdev/runs` that holds a `meta.json` of ours. */
export interface RecordFolder {
  readonly id: string;
  readonly path: string;
  /** Null where it cannot be read here; `refusal` says why. */
  readonly meta: RecordMeta | null;
  readonly refusal: Diagnostic | null;
}

/** Names that a session may have: they sort by their start, and lead nowhere else. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Every record below `base`, newest first. A link to a record's folder is none. */
export function listRecords(base: string): readonly RecordFolder[] {
  const runs = join(base, ...RUNS_FOLDER);
  return namesIn(runs)
    .filter((name) => NAME.test(name) && isFolder(join(runs, name)))
    .sort((a, b) => compareUtf8(b, a))
    .flatMap((id): RecordFolder[] => {
      const path = join(runs, id);
      const reading = readMeta(path);
      if (reading.kind === 'absent') return [];
      if (reading.kind === 'refused') return [{ id, path, meta: null, refusal: reading.diagnostic }];
      // A meta.json of another session was put here by somebody else.
      return reading.meta.id === id ? [{ id, path, meta: reading.meta, refusal: null }] : [];
    });
}

/** Cells of a sweep that have begun, by name in numeric order. */
export function listCells(sweep: string): readonly string[] {
  const cells = join(sweep, CELLS_NAME);
  return namesIn(cells)
    .filter((name) => NAME.test(name) && isFolder(join(cells, name)))
    .sort((a, b) => Number(a) - Number(b) || compareUtf8(a, b))
    .map((name) => join(cells, name));
}

/** A process that still writes to it; the record of a process that is gone grows no more. */
export function isBeingWritten(meta: RecordMeta | null): boolean {
  return meta?.writer != null && isAlive(meta.writer);
}

export function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
