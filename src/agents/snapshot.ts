import { createHash, type Hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { limits } from '../kernel/limits.ts';
import { compareUtf8 } from '../kernel/utf8.ts';
import { isIgnoredFolder } from './ignoredFolders.ts';

/**
 * Names an agent by content (page 7): SHA-256 over its command and its files. The files
 * are those of `folder` where the agent has a folder of its own, else the ones that its
 * command names. Sizes are bounded; what is beyond the bound counts by name and size.
 */
export function snapshotId(command: readonly string[], cwd: string, folder: string | null): string {
  const hash = createHash('sha256');
  for (const word of command) field(hash, word);
  const files = folder === null ? namedFiles(command, cwd) : filesBelow(folder);
  let room = limits.snapshotBytes;
  for (const path of files) {
    const size = sizeOf(path);
    if (size === null) continue;
    field(hash, relative(folder ?? cwd, path));
    field(hash, String(size));
    if (size > room) continue;
    room -= size;
    hash.update(contentOf(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** How many files a snapshot is made of, and their bytes. */
export function snapshotSize(
  command: readonly string[],
  cwd: string,
  folder: string | null,
): { readonly files: number; readonly bytes: number } {
  const sizes = (folder === null ? namedFiles(command, cwd) : filesBelow(folder)).map(
    (path) => sizeOf(path) ?? 0,
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, each) => sum + each, 0) };
}

function field(hash: Hash, text: string): void {
  hash.update(`${Buffer.byteLength(text)}:`).update(text);
}

function namedFiles(command: readonly string[], cwd: string): string[] {
  return command.map((word) => resolve(cwd, word)).filter((path) => sizeOf(path) !== null);
}

/** Regular files below a folder in byte order of their paths; links are not followed. */
function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const open = [folder];
  while (open.length > 0 && found.length < limits.snapshotFiles) {
    const current = open.pop()!;
    for (const entry of entriesOf(current)) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) {
        if (!isIgnoredFolder(path)) open.push(path);
      } else if (entry.isFile()) found.push(path);
    }
  }
  return found.sort(compareUtf8);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Size of a regular file; null for everything else. */
function sizeOf(path: string): number | null {
  try {
    const facts = lstatSync(path);
    return facts.isFile() ? facts.size : null;
  } catch {
    return null;
  }
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
