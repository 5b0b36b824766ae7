import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isIgnoredFolder } from '../../agents/ignoredFolders.ts';
import { limits } from '../../kernel/limits.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';

/** What each file of a folder looked like. */
export type FolderState = ReadonlyMap<string, string>;

/** Files of a folder and what tells one content from another; null if there are too many. */
export async function folderState(folder: string): Promise<FolderState | null> {
  const state = new Map<string, string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!isIgnoredFolder(path)) open.push(path);
      } else if (entry.isFile()) {
        const facts = await lstat(path).catch(() => null);
        if (facts !== null) state.set(relative(folder, path), `${facts.size}:${facts.mtimeMs}:${facts.ino}`);
      }
      if (state.size > limits.pristineCopyFiles || open.length > limits.pristineCopyFiles) return null;
    }
  }
  return state;
}

/** Files that a run wrote. */
export interface Written {
  /** New or changed, in byte order. */
  readonly files: readonly string[];
  /** Those of them that were there before the run: an earlier run may have left them. */
  readonly rewritten: readonly string[];
}

export const nothingWritten: Written = { files: [], rewritten: [] };

/** What differs between two states of a folder; nothing where a state is not known. */
export function writtenFiles(before: FolderState | null, after: FolderState | null): Written {
  if (before === null || after === null) return nothingWritten;
  const files = [...after]
    .filter(([path, facts]) => before.get(path) !== facts)
    .map(([path]) => path)
    .sort(compareUtf8);
  return { files, rewritten: files.filter((path) => before.has(path)) };
}
