import { readFile } from 'node:fs/promises';
import { recordJson } from '../../harness/recordJson.ts';
import { writeWhole } from '../../harness/wholeFile.ts';
import type { ControlResult } from '../checkReport.ts';
import type { InstrumentRow } from '../instruments/instrument.ts';

/**
 * Which positive controls are live in this installation. One that was caught is not run
 * again while nothing of the installation changes; one that was not is run every time.
 */
export class ControlDesk {
  readonly #options: ControlDeskOptions;
  #caught: Promise<Map<string, string>> | null = null;

  constructor(options: ControlDeskOptions) {
    this.#options = options;
  }

  async stateOf(row: InstrumentRow): Promise<ControlResult> {
    this.#caught ??= this.#load();
    const caught = await this.#caught;
    const reason = caught.get(row.id);
    if (reason !== undefined) return { name: row.control.name, state: 'live', reason };
    const result = await this.#options.run(row);
    if (result.state !== 'live') return result;
    caught.set(row.id, result.reason ?? '');
    await this.#keep(caught);
    return result;
  }

  async #load(): Promise<Map<string, string>> {
    const { path, key: own } = this.#options;
    if (path === null) return new Map();
    try {
      const { key, caught } = JSON.parse(await readFile(path, 'utf8')) as Kept;
      if (key !== own || typeof caught !== 'object') return new Map();
      return new Map(Object.entries(caught).filter(([, reason]) => typeof reason === 'string'));
    } catch {
      return new Map();
    }
  }

  /** A folder that cannot be written to costs time, and nothing else. */
  async #keep(caught: ReadonlyMap<string, string>): Promise<void> {
    const { path, key } = this.#options;
    if (path === null) return;
    try {
      await writeWhole(path, `${recordJson({ key, caught: Object.fromEntries(caught) })}\n`);
    } catch {
      return;
    }
  }
}

export interface ControlDeskOptions {
  /** The file of what was caught; null keeps and takes nothing. */
  readonly path: string | null;
  /** Names the installation. */
  readonly key: string;
  readonly run: (row: InstrumentRow) => Promise<ControlResult>;
}

interface Kept {
  readonly key: string;
  readonly caught: Readonly<Record<string, string>>;
}
