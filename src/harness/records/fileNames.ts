import { join } from 'node:path';

/** What was asked for and who writes, in every record and in the folder of every cell. */
export const META_NAME = 'meta.json';
/** The events, beside it. */
export const JOURNAL_NAME = 'journal.jsonl';
/** What a sweep was asked for. */
export const SWEEP_NAME = 'sweep.json';
/** The folder of the cells of a record that has several, one below it each. */
export const CELLS_NAME = 'cells';
/** The result of a finished cell. */
export const RESULT_NAME = 'result.json';

/** The folder of one cell. */
export function cellFolder(record: string, index: number): string {
  return join(record, CELLS_NAME, String(index));
}

/** The same as a reference into the record, which is not a path of any system. */
export function cellRef(index: number): string {
  return `${CELLS_NAME}/${index}`;
}
