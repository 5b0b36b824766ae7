import { join } from 'node:path';
import { Journal, RUNS_FOLDER } from '../journal.ts';
import { recordJson } from '../recordJson.ts';
import { writeWhole } from '../wholeFile.ts';
import { CellFolders, setAside } from './cellFolders.ts';
import { planKey } from './planKey.ts';
import type { CellResult, SweepFile, SweepPlan } from './records.ts';

/**
 * The record of a sweep, `.sbdev/runs/<id>/`: what was asked for in `sweep.json`, who
 * ran when in `journal.jsonl`, and a folder a cell (`CellFolders`).
 */
export class SweepRecord {
  readonly id: string;
  readonly folder: string;
  /** Some of its cells may be finished. */
  readonly isResumed: boolean;
  readonly #cells: CellFolders;
  readonly #journal: Journal;

  private constructor(id: string, plan: SweepPlan, journal: Journal, isResumed: boolean) {
    this.id = id;
    this.isResumed = isResumed;
    this.folder = journal.folder;
    this.#cells = new CellFolders(journal.folder, id, planKey(plan));
    this.#journal = journal;
  }

  /** Begins the record of session `id` in `base`. Throws the system's error if it cannot. */
  static async create(
    base: string,
    id: string,
    meta: Readonly<Record<string, unknown>>,
    file: SweepFile,
  ): Promise<SweepRecord> {
    const journal = Journal.create(base, id, { kind: 'sweep', ...meta });
    await writeWhole(join(journal.folder, 'sweep.json'), `${recordJson(file)}\n`);
    return new SweepRecord(id, file.plan, journal, false);
  }

  /**
   * Goes on with a record; the journal of the sitting before is set aside. Throws the
   * system's error if it cannot.
   */
  static reopen(
    base: string,
    id: string,
    meta: Readonly<Record<string, unknown>>,
    plan: SweepPlan,
  ): SweepRecord {
    const folder = join(base, ...RUNS_FOLDER, id);
    setAside(folder, 'journal', '.jsonl');
    return new SweepRecord(id, plan, Journal.createIn(folder, id, { kind: 'sweep', ...meta }), true);
  }

  /** Appends a fact about the sweep as a whole to its journal. */
  note(fact: { readonly type: string; readonly [name: string]: unknown }): void {
    this.#journal.append([recordJson(fact)]);
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

  close(exitCode: number): Promise<void> {
    return this.#journal.close(exitCode);
  }
}
