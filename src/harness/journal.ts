import { closeSync, fdatasync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the journal's files; readers refuse what they do not know. */
export const JOURNAL_VERSION = 1;

/** Where sessions are kept, below the working directory. */
export const RUNS_FOLDER = ['.sbdev', 'runs'] as const;

/**
 * The append-only record of one session (page 8.5): `journal.jsonl` holds the events
 * as they happened, `meta.json` what was asked for. A line is written before the next
 * is begun; bytes reach the disk behind the run, one sync at a time.
 */
export class Journal {
  readonly folder: string;
  readonly #file: number;
  #syncing: Promise<void> | null = null;
  #dirty = false;
  #closed = false;

  private constructor(folder: string, file: number) {
    this.folder = folder;
    this.#file = file;
  }

  /**
   * Creates the folder of session `id` below `.sbdev/runs` in `base`. Throws the system's
   * error if that cannot be written.
   */
  static create(base: string, id: string, meta: Readonly<Record<string, unknown>>): Journal {
    // Level by level: where a file system answers ENOENT to mkdir, as /proc does, Node's
    // recursive mkdir never returns.
    let folder = base;
    for (const name of [...RUNS_FOLDER, id]) {
      folder = join(folder, name);
      makeFolder(folder);
    }
    writeFileSync(
      join(folder, 'meta.json'),
      `${JSON.stringify({ version: JOURNAL_VERSION, id, ...meta }, null, 2)}\n`,
    );
    return new Journal(folder, openSync(join(folder, 'journal.jsonl'), 'ax'));
  }

  /** Appends one event; `pieces` are the parts of its JSON text. */
  append(pieces: Iterable<string>): void {
    if (this.#closed) return;
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (text.length > 262_144) {
        writeWhole(this.#file, text);
        text = '';
      }
    }
    writeWhole(this.#file, `${text}\n`);
    this.#sync();
  }

  /** Writes a further file of the session (an observation, say) and returns its path. */
  writeFile(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Appends the end record and waits until all of it is on disk. */
  async close(exitCode: number): Promise<void> {
    if (this.#closed) return;
    this.append([`{"type":"session_ended","exit_code":${exitCode}}`]);
    this.#closed = true;
    while (this.#syncing !== null) await this.#syncing;
    closeSync(this.#file);
  }

  /** At most one sync is under way; what is appended meanwhile is the next one's. */
  #sync(): void {
    this.#dirty = true;
    if (this.#syncing !== null) return;
    this.#dirty = false;
    this.#syncing = new Promise((resolve) => {
      fdatasync(this.#file, () => {
        this.#syncing = null;
        if (this.#dirty) this.#sync();
        resolve();
      });
    });
  }
}

/** A short write is continued; `writeSync` may take less than it is given. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) at += writeSync(file, bytes, at);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
