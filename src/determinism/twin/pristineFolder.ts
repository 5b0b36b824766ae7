import { rmSync } from 'node:fs';
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ignoredFolders } from '../../agents/ignoredFolders.ts';
import { limits } from '../../kernel/limits.ts';

/** An agent's folder as it was, to be had again and again. */
export interface PristineFolder {
  /** A fresh copy, in which no run has been. */
  copy(): Promise<PristineCopy>;
  /** Removes every copy. */
  remove(): Promise<void>;
}

export interface PristineCopy {
  readonly path: string;
  /** Removes this copy, once the run in it is over. */
  remove(): Promise<void>;
}

const ORIGINAL = 'original';

/**
 * Keeps an agent's folder as it is before a run; null if it is too large to be copied
 * for that, holds dependencies that would have to come along, or cannot be read.
 */
export async function pristineFolder(folder: string): Promise<PristineFolder | null> {
  if (!(await isSmall(folder))) return null;
  let parent: string;
  try {
    parent = await mkdtemp(join(tmpdir(), 'sbdev-twin-'));
  } catch {
    return null;
  }
  // A second interrupt ends the process at once: then nobody calls `remove`.
  const onExit = (): void => rmSync(parent, { recursive: true, force: true });
  process.once('exit', onExit);
  const remove = async (): Promise<void> => {
    await removeFolder(parent);
    process.off('exit', onExit);
  };
  // Agents may look at the name of their folder, so a copy bears the same.
  const name = basename(folder) || 'agent';
  const original = join(parent, ORIGINAL, name);
  try {
    await cp(folder, original, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => source === folder || !isRecord(source),
    });
  } catch {
    await remove();
    return null;
  }
  let copies = 0;
  return {
    copy: async () => {
      copies += 1;
      const home = join(parent, String(copies));
      const path = join(home, name);
      await cp(original, path, { recursive: true, verbatimSymlinks: true });
      return { path, remove: () => removeFolder(home) };
    },
    remove,
  };
}

function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}

function isRecord(path: string): boolean {
  return basename(path) === '.sbdev' || basename(path) === '.git';
}

/** A folder with dependencies in it is not small: the agent does not run without them. */
async function isSmall(folder: string): Promise<boolean> {
  let files = 0;
  let bytes = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (isRecord(path)) continue;
      files += 1;
      if (entry.isDirectory()) {
        if (ignoredFolders.has(entry.name) && entry.name !== '__pycache__') return false;
        open.push(path);
      } else if (entry.isFile()) {
        bytes += (await lstat(path).catch(() => null))?.size ?? 0;
      } else if (!entry.isSymbolicLink()) {
        // A pipe or a socket has no copy.
        return false;
      }
      if (files > limits.pristineCopyFiles || bytes > limits.pristineCopyBytes) return false;
    }
  }
  return true;
}
