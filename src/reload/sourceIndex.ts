import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '../kernel/limits.ts';
import { compareUtf8 } from '../kernel/utf8.ts';
import { contentDigest } from './contentDigest.ts';
import type { Sight } from './walk.ts';
import type { Standing } from './watchedFiles.ts';

interface Entry {
  sight: Sight;
  /** When its content was read. */
  readAtMs: number;
  /** Of the content that was last read. */
  content: string;
  /** Of the content that counts; null for a file that only an agent or a build ever wrote. */
  counted: string | null;
}

/** A file that looks otherwise than when it was last read; `sight` is null if it is gone. */
export interface Pending {
  readonly path: string;
  readonly sight: Sight | null;
}

/** What became of a pending file once it was read. */
export type Outcome = 'same' | 'edited' | 'output' | 'unsettled';

/**
 * The content of an agent's files as it was last read, and what of it counts. Files are
 * read again only if they look otherwise than they did.
 */
export class SourceIndex {
  readonly #root: string;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** The files whose content has to be read to know whether it changed. */
  pending(files: ReadonlyMap<string, Sight>): readonly Pending[] {
    const found = this.pendingAmong(files);
    for (const path of this.#entries.keys()) {
      if (!files.has(path)) found.push({ path, sight: null });
    }
    return found;
  }

  /** The same for these files alone; a sight of null stands for one that is not there. */
  pendingAmong(files: Iterable<readonly [string, Sight | null]>): Pending[] {
    const found: Pending[] = [];
    for (const [path, sight] of files) {
      const entry = this.#entries.get(path);
      const isKnown =
        sight === null ? entry === undefined : entry?.sight.stamp === sight.stamp && !isRecent(entry);
      if (!isKnown) found.push({ path, sight });
    }
    return found;
  }

  /** Whether there were files in a folder of this path. */
  hasBelow(path: string): boolean {
    for (const each of this.#entries.keys()) if (each.startsWith(`${path}/`)) return true;
    return false;
  }

  /** Reads one pending file and takes its content over: as an edit, or as the output of a program. */
  take({ path, sight }: Pending, as: 'edit' | 'output', nowMs: number): Outcome {
    const entry = this.#entries.get(path);
    if (sight === null) return this.#takeAway(path, entry, as);
    const room = limits.watchedBytes - this.#bytes + (entry?.sight.bytes ?? 0);
    const content = contentDigest(join(this.#root, path), sight, room);
    if (content === null) return 'unsettled';
    this.#bytes += sight.bytes - (entry?.sight.bytes ?? 0);
    const isSame = entry?.content === content;
    const counted = isSame || as === 'output' ? (entry?.counted ?? null) : content;
    this.#entries.set(path, { sight, readAtMs: nowMs, content, counted });
    if (isSame) return 'same';
    return as === 'output' ? 'output' : 'edited';
  }

  #takeAway(path: string, entry: Entry | undefined, as: 'edit' | 'output'): Outcome {
    if (entry === undefined) return 'same';
    this.#entries.delete(path);
    this.#bytes -= entry.sight.bytes;
    if (entry.counted === null) return 'same';
    return as === 'output' ? 'output' : 'edited';
  }

  /** Whether the file held something when it was last read. */
  wasFilled(path: string): boolean {
    return (this.#entries.get(path)?.sight.bytes ?? 0) > 0;
  }

  /** Leaves out, as if they had never been seen, the files that are not watched any more. */
  forgetExcept(files: ReadonlyMap<string, Sight>): void {
    for (const [path, entry] of this.#entries) {
      if (files.has(path)) continue;
      this.#bytes -= entry.sight.bytes;
      this.#entries.delete(path);
    }
  }

  /** How many files count. */
  get files(): number {
    return [...this.#entries.values()].filter((entry) => entry.counted !== null).length;
  }

  /** SHA-256 over the paths and the contents that count, in byte order of the paths. */
  digest(): string {
    return digestOf(new Map([...this.#entries].map(([path, entry]) => [path, entry.counted])));
  }

  /** The same with files as they are now, nothing taken over. */
  stateWith(pending: readonly Pending[]): { readonly digest: string; readonly files: number } {
    const counted = new Map([...this.#entries].map(([path, entry]) => [path, entry.counted]));
    for (const { path, sight } of pending) {
      const content =
        sight === null ? null : contentDigest(join(this.#root, path), sight, limits.watchedFileBytes);
      if (sight === null || content !== null) counted.set(path, content);
    }
    const files = [...counted.values()].filter((each) => each !== null).length;
    return { digest: digestOf(counted), files };
  }

  /** How a file stood when it was last read. */
  standing(path: string): Standing | null {
    return this.#entries.get(path)?.sight.standing ?? null;
  }

  /** Whether the file is one of those that count. */
  counts(path: string): boolean {
    return (this.#entries.get(path)?.counted ?? null) !== null;
  }
}

function digestOf(counted: ReadonlyMap<string, string | null>): string {
  const hash = createHash('sha256');
  for (const path of [...counted.keys()].sort(compareUtf8)) {
    const content = counted.get(path) ?? null;
    if (content !== null) hash.update(`${Buffer.byteLength(path)}:${path}:${content}`);
  }
  return hash.digest('hex');
}

/**
 * A file that was read within the step of its file system's clock may have been written
 * again without looking otherwise. Whole seconds mean a coarse clock (FAT has 2 s).
 */
function isRecent({ sight, readAtMs }: Entry): boolean {
  const clockStepMs = sight.modifiedAtMs % 1000 === 0 ? coarseStepMs : fineStepMs;
  const ageMs = readAtMs - sight.changedAtMs;
  return ageMs < clockStepMs && ageMs > -coarseStepMs;
}

const coarseStepMs = limits.coarseClockMs;
const fineStepMs = 20;
