import { readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Journal, RUNS_FOLDER } from '../../harness/journal.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { CellFolders, setAside } from '../../harness/sweep/cellFolders.ts';
import { readRecord } from '../../harness/sweep/readRecord.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { writeWhole } from '../../harness/wholeFile.ts';
import { limits } from '../../kernel/limits.ts';

/** What was asked for: the name of the file that holds it. */
export const CHECK_FILE = 'check.json';

/**
 * The record of a check, `.sbdev/runs/<id>/`: what was asked for in `check.json`, a
 * folder a run of the roster (`CellFolders`), what else each instrument found in
 * `instruments/<id>.json`, the revisions of the grade in `grades.jsonl`, and at the end
 * `check-report.json`. Files other than journals appear whole or not at all.
 */
export class CheckRecord {
  readonly id: string;
  readonly folder: string;
  readonly #cells: CellFolders;
  readonly #journal: Journal;

  private constructor(id: string, key: string, journal: Journal) {
    this.id = id;
    this.folder = journal.folder;
    this.#cells = new CellFolders(journal.folder, id, key);
    this.#journal = journal;
  }

  /** Begins the record of session `id` in `base`. Throws the system's error if it cannot. */
  static async create(base: string, id: string, opening: RecordOpening): Promise<CheckRecord> {
    const journal = Journal.create(base, id, { kind: 'check', ...opening.meta });
    await writeWhole(join(journal.folder, CHECK_FILE), `${recordJson(opening.file)}\n`);
    return new CheckRecord(id, opening.key, journal);
  }

  /** Goes on with a record; the journal of the sitting before is set aside. */
  static reopen(base: string, id: string, opening: Omit<RecordOpening, 'file'>): CheckRecord {
    const folder = join(base, ...RUNS_FOLDER, id);
    setAside(folder, 'journal', '.jsonl');
    return new CheckRecord(id, opening.key, Journal.createIn(folder, id, { kind: 'check', ...opening.meta }));
  }

  beginCell(index: number, meta: Readonly<Record<string, unknown>>): Journal {
    return this.#cells.begin(index, meta);
  }

  keepResult(result: CellResult): Promise<void> {
    return this.#cells.keepResult(result);
  }

  resultBytes(index: number): Promise<Uint8Array | null> {
    return this.#cells.resultBytes(index);
  }

  /** Writes a further file, whole or not at all. */
  async keep(name: string, value: unknown): Promise<void> {
    await this.keepText(name, `${recordJson(value)}\n`);
  }

  async keepText(name: string, text: string): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeWhole(path, text);
  }

  /** A file that `keep` wrote; null if there is none. */
  async kept(name: string): Promise<unknown> {
    try {
      return readRecord(await readFile(join(this.folder, name)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  close(exitCode: number): Promise<void> {
    return this.#journal.close(exitCode);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface RecordOpening {
  /** What `meta.json` says besides. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Names all that fixes the results. */
  readonly key: string;
  /** `check.json`. */
  readonly file: unknown;
}

/** `check.json` of a record's folder; null where there is none that can be read. */
export function readCheckFile(folder: string): unknown {
  try {
    const path = join(folder, CHECK_FILE);
    return statSync(path).size > limits.documentBytes ? null : readRecord(readFileSync(path));
  } catch {
    return null;
  }
}
