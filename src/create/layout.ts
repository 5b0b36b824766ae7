import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import type { Target } from './target.ts';
import type { ProjectFile } from './templateFiles.ts';

/** What of a project will be written, and what is there already and stays. */
export interface Layout {
  readonly toWrite: readonly ProjectFile[];
  /** Paths that exist in the target; not touched. */
  readonly kept: readonly string[];
}

/** What may lie in a target from the start (page 8.4), and what a file manager drops there. */
const harmless = /^(\.git|\.gitignore|\.DS_Store|README.*|LICEN[CS]E.*)$/i;

/**
 * Fits the files of a template to its target; writes nothing. Throws a UsageError if the
 * target holds something that is not harmless and no merge was asked for, or if a file
 * stands where a folder has to be.
 */
export function layOut(files: readonly ProjectFile[], target: Target, mayMerge: boolean): Layout {
  refuseConflicts(target, mayMerge);
  if (target.entries === null) return { toWrite: files, kept: [] };
  const blocked = new Set(files.flatMap((file) => blockedPaths(target.folder, file.path)));
  if (blocked.size > 0) throw refusal('target-blocked', target, [...blocked]);
  const exists = (file: ProjectFile): boolean => kindOf(join(target.folder, file.path)) !== 'absent';
  return {
    toWrite: files.filter((file) => !exists(file)),
    kept: files.filter(exists).map((file) => file.path),
  };
}

/** Throws a UsageError if the target holds what may be somebody's work, and no merge was asked for. */
export function refuseConflicts(target: Target, mayMerge: boolean): void {
  const conflicts = (target.entries ?? []).filter((name) => !harmless.test(name));
  if (conflicts.length > 0 && !mayMerge) throw refusal('target-not-empty', target, conflicts);
}

/** Folders on the way to a file that are none, and the file itself where it is a folder. */
function blockedPaths(folder: string, path: string): readonly string[] {
  const blocked = kindOf(join(folder, path)) === 'folder' ? [path] : [];
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const kind = kindOf(join(folder, above));
    // A symbolic link counts as something else: it may lead out of the target.
    if (kind === 'other') blocked.push(above);
  }
  return blocked;
}

function kindOf(path: string): 'absent' | 'folder' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    return stats.isDirectory() ? 'folder' : 'other';
  } catch {
    // A file on the way: ENOTDIR. The folder that it blocks is reported by its own path.
    return 'absent';
  }
}

function refusal(code: string, target: Target, conflicts: readonly string[]): UsageError {
  return new UsageError(
    diagnostic(code, 'error', { file: target.folder }, { facts: { conflicts: [...conflicts] } }),
  );
}
