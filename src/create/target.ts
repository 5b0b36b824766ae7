import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { printable } from '../kernel/printable.ts';

/** The folder that a project goes to. */
export interface Target {
  /** Absolute, as it was asked for. */
  readonly folder: string;
  /** Its last segment, which names the agent. */
  readonly folderName: string;
  /** What lies in it; null if it does not exist yet. */
  readonly entries: readonly string[] | null;
}

/**
 * Where the project goes. Looks, and changes nothing. Throws a UsageError for a folder
 * that cannot be meant: outside of the working directory by a relative path or a
 * symbolic link, a file, a hidden folder, a name that a shell or a package manager trips over.
 */
export function findTarget(asked: string, cwd: string): Target {
  const fault = textFault(asked, cwd);
  if (fault !== null) throw badTarget(asked, fault);
  const folder = resolve(cwd, asked);
  const home = isAbsolute(asked) ? null : realpathSync(cwd);
  const ancestor = existingAncestor(dirname(folder), asked);
  if (home !== null && folder !== resolve(cwd) && !isWithin(home, ancestor)) {
    throw badTarget(asked, `a symbolic link leads it out of this folder, to ${ancestor}`);
  }
  return { folder, folderName: basename(folder), entries: entriesOf(folder, asked) };
}

/** What the text alone already says; null if nothing speaks against it. */
function textFault(asked: string, cwd: string): string | null {
  if (asked.trim() === '') return 'it is empty';
  if (printable(asked) !== asked) return 'it holds control or invisible characters';
  if (asked.startsWith('~')) return '"~" is the home folder to a shell alone: write the path out';
  const folder = resolve(cwd, asked);
  if (folder === dirname(folder)) return 'it is the root of the file system';
  if (!isAbsolute(asked) && !isWithin(resolve(cwd), folder)) {
    return 'it leads out of the working directory: go there first, or give the absolute path';
  }
  const segments = asked.split(/[/\\]/);
  if (segments.includes('node_modules')) return 'package managers own node_modules';
  const name = basename(folder);
  if (folder === resolve(cwd)) return null;
  if (name.startsWith('.')) return 'its name begins with a dot';
  if (name.startsWith('-')) return 'its name begins with a dash, which programs take for a flag';
  if (name.includes('\\')) return 'its name holds a backslash';
  return null;
}

/** The real path of the nearest folder above that exists. */
function existingAncestor(folder: string, asked: string): string {
  for (let each = folder; ; each = dirname(each)) {
    if (lstatSync(each, { throwIfNoEntry: false }) === undefined) continue;
    const stats = statSync(each, { throwIfNoEntry: false });
    if (stats === undefined) throw badTarget(asked, `${each} is a symbolic link to nothing`);
    if (!stats.isDirectory()) throw badTarget(asked, `${each} is no folder`);
    return realpathSync(each);
  }
}

function entriesOf(folder: string, asked: string): readonly string[] | null {
  const own = lookAt(folder, asked);
  if (own === undefined) return null;
  if (own.isSymbolicLink()) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) throw badTarget(asked, 'it is a symbolic link to nothing');
    const real = realpathSync(folder);
    if (!isWithin(realpathSync(dirname(folder)), real)) {
      throw badTarget(asked, `it is a symbolic link to ${real}: give that path itself, if it is meant`);
    }
    if (stats.isDirectory()) return readdirSync(folder).sort();
  }
  if (!own.isDirectory()) throw badTarget(asked, 'it is a file, not a folder');
  return readdirSync(folder).sort();
}

function lookAt(folder: string, asked: string) {
  try {
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw badTarget(asked, `it cannot be looked at (${(error as NodeJS.ErrnoException).code})`);
  }
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function badTarget(asked: string, reason: string): UsageError {
  return new UsageError(
    diagnostic('bad-target', 'error', {}, { found: JSON.stringify(asked), facts: { reason } }),
  );
}
