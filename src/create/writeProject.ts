import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diagnostic } from '../kernel/diagnostic.ts';
import { CannotRunError } from '../kernel/errors.ts';
import type { Target } from './target.ts';
import type { ProjectFile } from './templateFiles.ts';

/**
 * Writes the files of a project, all or none. A new folder is made beside its place and
 * renamed into it; into an existing one only files that do not exist are added, and taken
 * back if one fails. Never overwrites. Throws a CannotRunError.
 *
 * Synchronous throughout, so that no signal handler sees half a project.
 */
export function writeProject(files: readonly ProjectFile[], target: Target): void {
  const undo: Undo[] = [];
  try {
    if (target.entries === null) writeNewFolder(files, target.folder, undo);
    else writeFiles(files, target.folder, undo);
  } catch (error) {
    for (const each of undo.reverse()) quietly(each);
    throw unwritable(target.folder, error as NodeJS.ErrnoException);
  }
}

type Undo = () => void;

function writeNewFolder(files: readonly ProjectFile[], folder: string, undo: Undo[]): void {
  makeFolders(dirname(folder), undo);
  const draft = join(dirname(folder), `.${basename(folder).slice(0, 32)}-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft);
  undo.push(() => rmSync(draft, { recursive: true, force: true }));
  // What is undone of the draft goes with the draft.
  writeFiles(files, draft, []);
  renameSync(draft, folder);
}

function writeFiles(files: readonly ProjectFile[], folder: string, undo: Undo[]): void {
  for (const { path, content, isExecutable } of files) {
    const file = join(folder, path);
    makeFolders(dirname(file), undo);
    writeNewFile(file, content, isExecutable ? 0o777 : 0o666, undo);
  }
}

function writeNewFile(file: string, content: Buffer, mode: number, undo: Undo[]): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode });
  } catch (error) {
    // A full disk leaves an empty or short file behind; one that was there before is not ours.
    if ((error as NodeJS.ErrnoException).syscall !== 'open') undo.push(() => unlinkSync(file));
    throw error;
  }
  undo.push(() => unlinkSync(file));
}

/** Makes the folders that are missing on the way; undone only where they are empty again. */
function makeFolders(folder: string, undo: Undo[]): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  const made: string[] = [];
  for (let each = folder; each.length >= first.length; each = dirname(each)) made.unshift(each);
  for (const each of made) undo.push(() => rmdirSync(each));
}

function quietly(action: Undo): void {
  try {
    action();
  } catch {
    // What cannot be taken back any more is not worth hiding the first cause for.
  }
}

function unwritable(folder: string, error: NodeJS.ErrnoException): CannotRunError {
  return new CannotRunError(
    diagnostic('target-unwritable', 'error', { file: folder }, { found: error.code ?? error.message }),
  );
}
