import type { Journal } from '../journal.ts';
import { recordJson } from '../recordJson.ts';
import { SWEEP_NAME } from '../records/fileNames.ts';
import type { CellFolders } from './cellFolders.ts';
import { type CellsRecord, createCellsRecord, reopenCellsRecord } from './cellsRecord.ts';
import { planKey } from './planKey.ts';
import type { SweepFile, SweepPlan } from './records.ts';

/**
 * The record of a sweep, `.sbdev/runs/<id>/`: what was asked for in `sweep.json`, who
 * ran when in `journal.jsonl`, and a folder a cell.
 */
export class SweepRecord {
  readonly id: string;
  readonly folder: string;
  readonly cells: CellFolders;
  /** Some of its cells may be finished. */
  readonly isResumed: boolean;
  readonly #journal: Journal;

  private constructor({ id, folder, cells, journal }: CellsRecord, isResumed: boolean) {
    this.id = id;
    this.folder = folder;
    this.cells = cells;
    this.isResumed = isResumed;
    this.#journal = journal;
  }

  /** Begins the record of session `id` in `base`. Throws the system's error if it cannot. */
  static async create(
    base: string,
    id: string,
    meta: Readonly<Record<string, unknown>>,
    file: SweepFile,
  ): Promise<SweepRecord> {
    const asked = { name: SWEEP_NAME, content: file };
    return new SweepRecord(await createCellsRecord(base, id, openingOf(file.plan, meta), asked), false);
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
    return new SweepRecord(reopenCellsRecord(base, id, openingOf(plan, meta)), true);
  }

  /** Appends a fact about the sweep as a whole to its journal. */
  note(fact: { readonly type: string; readonly [name: string]: unknown }): void {
    this.#journal.append([recordJson(fact)]);
  }

  close(exitCode: number): Promise<void> {
    return this.#journal.close(exitCode);
  }
}

function openingOf(plan: SweepPlan, meta: Readonly<Record<string, unknown>>) {
  return { kind: 'sweep', meta, key: planKey(plan) } as const;
}
