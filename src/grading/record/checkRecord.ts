import { readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal } from '../../harness/journal.ts';
import { recordJson } from '../../harness/recordJson.ts';
import type { CellFolders } from '../../harness/sweep/cellFolders.ts';
import {
  type CellsOpening,
  type CellsRecord,
  createCellsRecord,
  reopenCellsRecord,
} from '../../harness/sweep/cellsRecord.ts';
import { readRecord } from '../../harness/sweep/readRecord.ts';
import { writeWhole } from '../../harness/wholeFile.ts';
import { limits } from '../../kernel/limits.ts';
import { CHECK_FILE } from '../checkReport.ts';

/**
 * The record of a check, `.sbdev/runs/<id>/`: what was asked for in `check.json`, a
 * folder a run of the roster, what else each instrument found in
 * `instruments/<id>.json`, the revisions of the grade in `grades.jsonl`, and at the end
 * `check-report.json`. Files other than journals appear whole or not at all.
 */
export class CheckRecord {
  readonly id: string;
  readonly folder: string;
  readonly cells: CellFolders;
  readonly #journal: Journal;

  private constructor({ id, folder, cells, journal }: CellsRecord) {
    this.id = id;
    this.folder = folder;
    this.cells = cells;
    this.#journal = journal;
  }

  /** Begins the record of session `id` in `base`. Throws the system's error if it cannot. */
  static async create(base: string, id: string, opening: RecordOpening): Promise<CheckRecord> {
    const asked = { name: CHECK_FILE, content: opening.file };
    return new CheckRecord(await createCellsRecord(base, id, { kind: 'check', ...opening }, asked));
  }

  /** Goes on with a record; the journal of the sitting before is set aside. */
  static reopen(base: string, id: string, opening: Omit<RecordOpening, 'file'>): CheckRecord {
    return new CheckRecord(reopenCellsRecord(base, id, { kind: 'check', ...opening }));
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

export interface RecordOpening extends Omit<CellsOpening, 'kind'> {
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
