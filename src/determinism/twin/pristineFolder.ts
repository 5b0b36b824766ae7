import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ignoredFolders } from '../../agents/snapshot.ts';
import { limits } from '../../kernel/limits.ts';

export interface PristineFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A copy of an agent's folder as it is before a run; null if it is too large to be
 * copied for that, or holds dependencies that would have to come along.
 */
export async function pristineFolder(folder: string): Promise<PristineFolder | null> {
  if (!(await isSmall(folder))) return null;
  const parent = await mkdtemp(join(tmpdir(), 'sbdev-twin-'));
  const path = join(parent, basename(folder) || 'agent');
  await cp(folder, path, { recursive: true, verbatimSymlinks: true, filter: (source) => !isRecord(source) });
  return { path, remove: () => rm(parent, { recursive: true, force: true }) };
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
      if (entry.isDirectory()) {
        if (ignoredFolders.has(entry.name) && entry.name !== '__pycache__') return false;
        open.push(path);
      } else if (entry.isFile()) {
        files += 1;
        bytes += (await lstat(path)).size;
      }
      if (files > limits.pristineCopyFiles || bytes > limits.pristineCopyBytes) return false;
    }
  }
  return true;
}
