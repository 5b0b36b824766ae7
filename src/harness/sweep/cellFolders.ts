import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Journal } from '../journal.ts';
import { recordJson } from '../recordJson.ts';
import { cellFolder, RESULT_NAME } from '../records/fileNames.ts';
import { writeWhole } from '../wholeFile.ts';
import { type CellResult, SWEEP_VERSION } from './records.ts';

/**
 * The runs of a record, a folder each: `cells/<index>/` with the journal of the run and,
 * once it is finished, its `result.json`. A result appears whole or not at all, so what
 * is there need not be run again.
 */
export class CellFolders {
  readonly #folder: string;
  readonly #id: string;
  /** Names all that fixes the results: those of another key are not taken for these. */
  readonly key: string;

  constructor(folder: string, id: string, key: string) {
    this.#folder = folder;
    this.#id = id;
    this.key = key;
  }

  /** A fresh journal for a run of the cell; that of an interrupted one is set aside. */
  begin(index: number, meta: Readonly<Record<string, unknown>>): Journal {
    const folder = cellFolder(this.#folder, index);
    setAside(folder);
    mkdirSync(folder, { recursive: true });
    return Journal.createIn(folder, `${this.#id}.${index}`, { kind: 'sweep-cell', ...meta });
  }

  /** After this the cell is finished. */
  async keepResult(result: CellResult): Promise<void> {
    const text = recordJson({ version: SWEEP_VERSION, key: this.key, result });
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

  #resultPath(index: number): string {
    return join(cellFolder(this.#folder, index), RESULT_NAME);
  }
}

/** `cells/3` becomes `cells/3.interrupted-1`: nothing that was recorded is thrown away. */
export function setAside(path: string): void {
  if (!existsSync(path)) return;
  const { dir, name, ext } = parse(path);
  const aside = (number: number) => join(dir, `${name}.interrupted-${number}${ext}`);
  let number = 1;
  while (existsSync(aside(number))) number += 1;
  renameSync(path, aside(number));
}
