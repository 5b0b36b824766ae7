import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isVirtualEnvironment } from '../agents/ignoredFolders.ts';
import { limits } from '../kernel/limits.ts';
import { foldersAbove, type Standing, type WatchedFiles } from './watchedFiles.ts';

/** What one file looks like without having read it. */
export interface Sight {
  readonly standing: Standing;
  /** Equal as long as nobody wrote to the file, replaced it or changed whether it may be run. */
  readonly stamp: string;
  readonly bytes: number;
  /** The later of its times of change; no program can set the second of them back. */
  readonly changedAtMs: number;
  readonly modifiedAtMs: number;
  readonly isExecutable: boolean;
  /** Where a symbolic link points: a link counts by that, and is never followed. */
  readonly link: string | null;
}

export interface Walk {
  /** Files that count, by their path from the root. */
  readonly files: ReadonlyMap<string, Sight>;
  /** Folders entered, the root included. */
  readonly folders: number;
  /** There are more files that count, or more folders and entries to look through, than are watched. */
  readonly cut: 'files' | 'folders' | null;
  /** The root itself is not there. */
  readonly isGone: boolean;
  /** The system did not say what there is (too many open files, a broken disk): nothing is known. */
  readonly isUnsure: boolean;
}

/** All that counts; without data files; only what the command names: for folders that are too large. */
export type Breadth = 'all' | 'certain' | 'named';

/** What is still watched of a folder that has more than that. */
export function narrower(breadth: Breadth, cut: 'files' | 'folders'): Breadth {
  return breadth === 'all' && cut === 'files' ? 'certain' : 'named';
}

/**
 * Looks at every file that counts. Ignored folders are not opened, links not followed. A
 * generator, so that a caller with other work to do may pause it between folders.
 */
export function* walk(rules: WatchedFiles, breadth: Breadth): Generator<void, Walk> {
  const files = new Map<string, Sight>();
  const look = (path: string): void => {
    const standing = rules.standing(path);
    if (standing === null || (standing === 'data' && breadth !== 'all')) return;
    const sight = sightOf(join(rules.root, path), standing);
    if (sight !== null) files.set(path, sight);
  };
  if (breadth === 'named') {
    for (const path of rules.named) look(path);
    return { ...plain, files, folders: 0 };
  }
  const open = [''];
  let folders = 0;
  let seen = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = entriesOf(join(rules.root, folder));
    if (entries === 'unsure') return { ...plain, files, folders, isUnsure: true };
    if (entries === 'gone' && folder === '') return { ...plain, files, folders, isGone: true };
    folders += 1;
    for (const entry of entries === 'gone' ? [] : entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isEntered(rules, path)) open.push(path);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        look(path);
      }
      seen += 1;
      const cut = cutBy(files.size, folders + open.length, seen);
      if (cut !== null) return { ...plain, files, folders, cut };
    }
    yield;
  }
  return { ...plain, files, folders };
}

const plain = { cut: null, isGone: false, isUnsure: false };

function cutBy(files: number, folders: number, entries: number): Walk['cut'] {
  if (folders > limits.watchedFolders || entries > limits.watchedEntries) return 'folders';
  return files > limits.watchedFiles ? 'files' : null;
}

/** Runs a walk to its end at once. */
export function walkNow(steps: Generator<void, Walk>): Walk {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** One file that may count, by its path from the root; `folder` for a folder that is entered. */
export function sightBelow(rules: WatchedFiles, path: string, breadth: Breadth): Sight | 'folder' | null {
  if (!foldersAbove(path).every((folder) => isEntered(rules, folder))) return null;
  if (isFolder(join(rules.root, path))) return isEntered(rules, path) ? 'folder' : null;
  const standing = rules.standing(path);
  if (standing === null || (standing === 'data' && breadth !== 'all')) return null;
  if (breadth === 'named' && !rules.named.includes(path)) return null;
  return sightOf(join(rules.root, path), standing);
}

/** Whether anything in this folder may count, by its name and by what it is. */
export function isEntered(rules: WatchedFiles, folder: string): boolean {
  return rules.enters(folder) && !isVirtualEnvironment(join(rules.root, folder));
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function sightOf(path: string, standing: Standing): Sight | null {
  try {
    const facts = lstatSync(path, { bigint: true });
    if (!facts.isFile() && !facts.isSymbolicLink()) return null;
    return {
      standing,
      stamp: stampOf(facts),
      bytes: Number(facts.size),
      changedAtMs: Math.max(Number(facts.mtimeNs), Number(facts.ctimeNs)) / 1e6,
      modifiedAtMs: Number(facts.mtimeNs) / 1e6,
      isExecutable: isExecutable(facts),
      link: facts.isSymbolicLink() ? readlinkSync(path) : null,
    };
  } catch {
    return null;
  }
}

export function stampOf(facts: BigIntStats): string {
  return `${facts.ino}:${facts.size}:${facts.mtimeNs}:${facts.ctimeNs}:${isExecutable(facts) ? 'x' : '-'}`;
}

function isExecutable(facts: BigIntStats): boolean {
  return process.platform !== 'win32' && (facts.mode & 0o100n) !== 0n;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code) ? 'gone' : 'unsure';
  }
}
