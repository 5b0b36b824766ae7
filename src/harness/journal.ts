import { join } from 'node:path';
import { limits } from '../kernel/limits.ts';
import { type JournalFiles, nodeFiles } from './journalFiles.ts';
import { JOURNAL_NAME, META_NAME } from './records/fileNames.ts';
import { writerOfThisProcess } from './records/writer.ts';
import { systemErrorCode } from './systemError.ts';

/**
 * Version of the journal's files; readers refuse what they do not know. From 2 on, an
 * answer may stand in it before its turn does.
 */
export const JOURNAL_VERSION = 2;

/** Versions that this kit reads. */
export const readableJournals: readonly unknown[] = [1, JOURNAL_VERSION];

/** Where sessions are kept, below the working directory. */
export const RUNS_FOLDER = ['.sbdev', 'runs'] as const;

/** Why a record is not whole: what was tried, on which file, and the system's answer. */
export interface JournalFailure {
  readonly operation: 'write' | 'sync';
  readonly path: string;
  /** ENOSPC, EIO, ... */
  readonly code: string;
}

export interface JournalOptions {
  /** Called once, for the first write or sync that failed; the run goes on. */
  readonly onFailure?: (failure: JournalFailure) => void;
  readonly files?: JournalFiles;
  /** Milliseconds between two syncs; 0 begins the next as soon as the last is done. */
  readonly syncDistanceMs?: number;
}

/**
 * The append-only record of one session (page 8.5): `journal.jsonl` holds the events
 * as they happened, `meta.json` what was asked for and who writes. A line is written
 * before `append` returns, so that it outlives this process; bytes reach the disk behind
 * the run, one sync at a time. Once open, it never throws.
 */
export class Journal {
  readonly folder: string;
  readonly #file: number;
  readonly #files: JournalFiles;
  readonly #onFailure: (failure: JournalFailure) => void;
  /** Bytes of whole lines. */
  #length = 0;
  #syncing: Promise<void> | null = null;
  #isDirty = false;
  #pause: NodeJS.Timeout | null = null;
  readonly #syncDistanceMs: number;
  /** `cut`: a write failed, so nothing more is appended but the end record, if that goes. */
  #state: 'open' | 'cut' | 'closed' = 'open';
  #failure: JournalFailure | null = null;

  private constructor(folder: string, file: number, options: JournalOptions) {
    this.folder = folder;
    this.#file = file;
    this.#files = options.files ?? nodeFiles;
    this.#onFailure = options.onFailure ?? (() => {});
    this.#syncDistanceMs = options.syncDistanceMs ?? limits.syncDistanceMs;
  }

  /**
   * Creates the folder of session `id` below `.sbdev/runs` in `base`. Throws the system's
   * error if that cannot be written.
   */
  static create(
    base: string,
    id: string,
    meta: Readonly<Record<string, unknown>>,
    options: JournalOptions = {},
  ): Journal {
    const files = options.files ?? nodeFiles;
    // Level by level: where a file system answers ENOENT to mkdir, as /proc does, Node's
    // recursive mkdir never returns.
    let folder = base;
    for (const name of [...RUNS_FOLDER, id]) {
      folder = join(folder, name);
      files.makeFolder(folder);
    }
    return Journal.createIn(folder, id, meta, options);
  }

  /** The same in a folder that exists: that of a cell, below its sweep's. */
  static createIn(
    folder: string,
    id: string,
    meta: Readonly<Record<string, unknown>>,
    options: JournalOptions = {},
  ): Journal {
    const files = options.files ?? nodeFiles;
    const content = { version: JOURNAL_VERSION, id, ...meta, writer: writerOfThisProcess() };
    files.replace(join(folder, META_NAME), `${JSON.stringify(content, null, 2)}\n`);
    const journal = new Journal(folder, files.openNew(join(folder, JOURNAL_NAME)), options);
    files.syncFolder(folder, () => {});
    return journal;
  }

  /** Why this record is not whole; null while nothing failed. */
  get failure(): JournalFailure | null {
    return this.#failure;
  }

  /** Appends one event; `pieces` are the parts of its JSON text. */
  append(pieces: Iterable<string>): void {
    if (this.#state !== 'open') return;
    if (this.#appendLine(pieces)) this.#sync();
  }

  /** Writes a further file of the session (an observation, say): its path, or null if that failed. */
  writeFile(name: string, content: string | Uint8Array): string | null {
    const path = join(this.folder, name);
    try {
      this.#files.replace(path, content);
      return path;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#fail('write', path, error);
      return null;
    }
  }

  /** Appends the end record and waits until all of it is on disk. */
  async close(exitCode: number): Promise<void> {
    if (this.#state === 'closed') return;
    const incomplete = this.#failure === null ? '' : `,"record_incomplete":"${this.#failure.code}"`;
    this.#state = 'open';
    this.append([`{"type":"session_ended","exit_code":${exitCode}${incomplete}}`]);
    this.#state = 'closed';
    await this.#settle();
    try {
      this.#files.close(this.#file);
    } catch (error) {
      this.#fail('write', join(this.folder, JOURNAL_NAME), error);
    }
  }

  /** False if the system refused it. */
  #appendLine(pieces: Iterable<string>): boolean {
    let written = 0;
    let text = '';
    try {
      for (const piece of pieces) {
        text += piece;
        if (text.length <= FLUSH_CHARS) continue;
        written += this.#writeWhole(text);
        text = '';
      }
      written += this.#writeWhole(`${text}\n`);
      this.#length += written;
      return true;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#cut();
      this.#fail('write', join(this.folder, JOURNAL_NAME), error);
      return false;
    }
  }

  /** A short write is continued; `write` may take less than it is given. */
  #writeWhole(text: string): number {
    const bytes = Buffer.from(text);
    let at = 0;
    while (at < bytes.length) {
      const taken = this.#files.write(this.#file, at === 0 ? bytes : bytes.subarray(at));
      if (taken === 0) throw Object.assign(new Error('nothing was written'), { code: 'EIO' });
      at += taken;
    }
    return bytes.length;
  }

  /** Leaves whole lines alone, so that an end record that still fits can be read. */
  #cut(): void {
    this.#state = 'cut';
    try {
      this.#files.truncate(this.#file, this.#length);
    } catch {
      // A reader cuts a torn last line off by itself.
    }
  }

  /**
   * At most one sync is under way, and they keep a little distance: a run of short turns
   * would otherwise ask the disk for nothing else. What is appended meanwhile is the next
   * one's.
   */
  #sync(): void {
    if (this.#failure?.operation === 'sync') return;
    this.#isDirty = true;
    if (this.#syncing !== null || this.#pause !== null) return;
    this.#syncNow();
  }

  #syncNow(): void {
    this.#isDirty = false;
    this.#syncing = new Promise((resolve) => {
      this.#files.sync(this.#file, (error) => {
        this.#syncing = null;
        // A disk that cannot be asked for certainty still keeps what it can.
        if (error !== null) this.#fail('sync', join(this.folder, JOURNAL_NAME), error);
        else this.#keepDistance();
        resolve();
      });
    });
  }

  #keepDistance(): void {
    if (this.#state === 'closed') return;
    if (this.#syncDistanceMs === 0) this.#resume();
    else this.#pause = setTimeout(() => this.#resume(), this.#syncDistanceMs);
  }

  #resume(): void {
    this.#pause = null;
    if (this.#isDirty) this.#syncNow();
  }

  /** Everything that was appended is on disk, or the failure is known. */
  async #settle(): Promise<void> {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    while (this.#syncing !== null) await this.#syncing;
    if (!this.#isDirty || this.#failure?.operation === 'sync') return;
    this.#syncNow();
    await this.#syncing;
  }

  #fail(operation: JournalFailure['operation'], path: string, error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = { operation, path, code: systemErrorCode(error) };
    this.#onFailure(this.#failure);
  }
}

/** Text is gathered to about this much before it is written. */
const FLUSH_CHARS = 262_144;

/** ENOSPC and its like; Node's own codes (ERR_...) tell of a bug. */
function isSystemError(error: unknown): boolean {
  return /^E[A-Z0-9]+$/.test(String((error as NodeJS.ErrnoException).code));
}
