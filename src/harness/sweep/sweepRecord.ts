import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Journal, RUNS_FOLDER } from '../journal.ts';
import { recordJson } from '../recordJson.ts';
import { planKey } from './planKey.ts';
import { type CellResult, SWEEP_VERSION, type SweepFile, type SweepPlan } from './records.ts';

/**
 * The record of a sweep, `.sbdev/runs/<id>/`: what was asked for in `sweep.json`, who
 * ran when in `journal.jsonl`, and a folder a cell, `cells/<index>/`, with the journal of
 * its run and, once it is finished, its `result.json`. A result appears whole or not at
 * all, so what is there need not be run again.
 */
export class SweepRecord {
  readonly id: string;
  readonly folder: string;
  /** Some of its cells may be finished. */
  readonly isResumed: boolean;
  readonly #key: string;
  readonly #journal: Journal;

  private constructor(id: string, plan: SweepPlan, journal: Journal, isResumed: boolean) {
    this.id = id;
    this.isResumed = isResumed;
    this.folder = journal.folder;
    this.#key = planKey(plan);
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

  /** A fresh journal for a run of the cell; that of an interrupted one is set aside. */
  beginCell(index: number, meta: Readonly<Record<string, unknown>>): Journal {
    const cells = join(this.folder, 'cells');
    setAside(cells, String(index), '');
    const folder = join(cells, String(index));
    mkdirSync(folder, { recursive: true });
    return Journal.createIn(folder, `${this.id}.${index}`, { kind: 'sweep-cell', ...meta });
  }

  /** After this the cell is finished. */
  async keepResult(result: CellResult): Promise<void> {
    const text = recordJson({ version: SWEEP_VERSION, key: this.#key, result });
    await writeWhole(this.#resultPath(result.index), `${text}\n`);
  }

  /** Bytes of a cell's result file; null if it is not finished. */
  async resultBytes(index: number): Promise<Uint8Array | null> {
    try {
      return await readFile(this.#resultPath(index));
    } catch {
      return null;
    }
  }

  close(exitCode: number): Promise<void> {
    return this.#journal.close(exitCode);
  }

  #resultPath(index: number): string {
    return join(this.folder, 'cells', String(index), 'result.json');
  }
}

/** `cells/3` becomes `cells/3.interrupted-1`: nothing that was recorded is thrown away. */
function setAside(folder: string, name: string, ending: string): void {
  if (!existsSync(join(folder, `${name}${ending}`))) return;
  const aside = (number: number) => join(folder, `${name}.interrupted-${number}${ending}`);
  let number = 1;
  while (existsSync(aside(number))) number += 1;
  renameSync(join(folder, `${name}${ending}`), aside(number));
}

/** Writes a file so that it is there whole, on disk, or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}
