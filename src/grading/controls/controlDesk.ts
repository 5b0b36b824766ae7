import { readFile } from 'node:fs/promises';
import { recordJson } from '../../harness/recordJson.ts';
import { writeWhole } from '../../harness/sweep/cellFolders.ts';
import type { ControlResult } from '../checkReport.ts';
import type { InstrumentRow } from '../instruments/instrument.ts';

/**
 * Which positive controls are live in this installation. One that was caught is not run
 * again while nothing of the installation changes; one that was not is run every time.
 */
export class ControlDesk {
  readonly #path: string;
  readonly #key: string;
  readonly #run: (row: InstrumentRow) => Promise<ControlResult>;
  #caught: Promise<Map<string, string>> | null = null;

  /** `path` is the file of what was caught; `key` names the installation. */
  constructor(path: string, key: string, run: (row: InstrumentRow) => Promise<ControlResult>) {
    this.#path = path;
    this.#key = key;
    this.#run = run;
  }

  async stateOf(row: InstrumentRow): Promise<ControlResult> {
    this.#caught ??= this.#load();
    const caught = await this.#caught;
    const reason = caught.get(row.id);
    if (reason !== undefined) return { name: row.control.name, state: 'live', reason };
    const result = await this.#run(row);
    if (result.state !== 'live') return result;
    caught.set(row.id, result.reason ?? '');
    await this.#keep(caught);
    return result;
  }

  async #load(): Promise<Map<string, string>> {
    try {
      const { key, caught } = JSON.parse(await readFile(this.#path, 'utf8')) as Kept;
      if (key !== this.#key || typeof caught !== 'object') return new Map();
      return new Map(Object.entries(caught).filter(([, reason]) => typeof reason === 'string'));
    } catch {
      return new Map();
    }
  }

  /** A folder that cannot be written to costs time, and nothing else. */
  async #keep(caught: ReadonlyMap<string, string>): Promise<void> {
    try {
      await writeWhole(this.#path, `${recordJson({ key: this.#key, caught: Object.fromEntries(caught) })}\n`);
    } catch {
      return;
    }
  }
}

interface Kept {
  readonly key: string;
  readonly caught: Readonly<Record<string, string>>;
}
