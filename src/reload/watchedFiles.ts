import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ignoredFolders } from '../agents/ignoredFolders.ts';
import { guessLanguage } from '../agents/language.ts';
import { fileKind } from './fileKinds.ts';
import { type Glob, readGlobs } from './globs.ts';

/**
 * Why a file counts. `certain`: any change of it is an edit. `data`: a change is an edit
 * only if it was made while neither an agent nor a build was at work, since it is theirs
 * otherwise. `input`: the same for what the person named for the runs to be read from;
 * nobody else writes it once they are gone.
 */
export type Standing = 'certain' | 'input' | 'data';

export interface WatchedFilesOptions {
  /** The agent's folder, absolute, links resolved. */
  readonly root: string;
  readonly command: readonly string[];
  readonly watch?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  /** Absolute paths that the person named for the runs to be read from, such as their data. */
  readonly inputs?: readonly string[] | undefined;
  /** Whether a build makes what the command names. */
  readonly isBuilt?: boolean | undefined;
}

/**
 * Which files are the agent's. Without `watch`, source files always count, other files
 * unless an agent or a build at work wrote them, and databases, logs, locks and compiled
 * code never; with `watch`, exactly what it matches counts, and the configuration itself. What `ignore` matches, what
 * lies in ignored folders and what editors leave beside a file never counts. All rules
 * look at the path from the agent's folder alone, so it does not matter where that lies.
 */
export class WatchedFiles {
  readonly root: string;
  readonly watch: readonly Glob[] | null;
  readonly #ignore: readonly Glob[];
  /** Files that the command names, from the root; they count wherever they lie in it. */
  readonly named: readonly string[];
  /** Files that the runs are read from, from the root. */
  readonly inputs: ReadonlySet<string>;
  /** Folders that are entered though their names are ignored, since something in them is named. */
  readonly #opened: ReadonlySet<string>;

  constructor(options: WatchedFilesOptions) {
    this.root = options.root;
    this.watch = options.watch === undefined ? null : readGlobs(options.watch, 'watch');
    this.#ignore = readGlobs(options.ignore ?? [], 'ignore');
    this.named = namedFiles(options);
    this.inputs = new Set((options.inputs ?? []).flatMap((path) => belowRoot(options.root, path)));
    this.#opened = new Set([
      ...this.named.flatMap((path) => foldersAbove(path)),
      ...(this.watch ?? []).flatMap(({ base, isExact }) =>
        isExact ? foldersAbove(base) : [...foldersAbove(base), base],
      ),
    ]);
  }

  /** Whether anything below this folder (a path from the root) may count. */
  enters(folder: string): boolean {
    if (this.#opened.has(folder)) return true;
    if (this.watch?.every(({ base }) => !isRelated(base, folder))) return false;
    return !ignoredFolders.has(nameOf(folder)) && !this.#ignore.some((glob) => glob.matches(folder));
  }

  /** Whether a named file, or the base of a glob, lies in this folder. */
  opens(folder: string): boolean {
    return this.#opened.has(folder);
  }

  /** The named files that are not there. */
  missing(): readonly string[] {
    return this.named.filter((path) => !isFile(join(this.root, path)));
  }

  /** How a file (a path from the root whose folders are all entered) counts; null if it does not. */
  standing(path: string): Standing | null {
    const kind = fileKind(nameOf(path));
    if (kind === 'scratch') return null;
    if (this.named.includes(path)) return 'certain';
    if (this.#ignore.some((glob) => glob.matches(path))) return null;
    // It says what is watched, built and started.
    if (path === configName) return 'certain';
    const globs = this.watch?.filter((glob) => glob.matches(path)) ?? null;
    if (globs === null) {
      // A folder that was only opened for what is named in it has nothing else that counts.
      if (kind === 'artefact' || isInIgnored(path)) return null;
      if (kind === 'source') return 'certain';
      return this.inputs.has(path) ? 'input' : 'data';
    }
    if (globs.length === 0) return null;
    return kind !== 'artefact' || globs.some((glob) => glob.isExact) ? 'certain' : null;
  }
}

const configName = 'sharpebench.json';

/**
 * The files that the command names and that an edit can bring: its program if that is a
 * path, the first argument that is one, and every further source file that is there.
 * What a build makes is not among them, and neither are options, programs of the PATH
 * and files elsewhere.
 */
function namedFiles({ root, command, isBuilt = false }: WatchedFilesOptions): readonly string[] {
  const found = new Set<string>();
  let isScriptDue = true;
  for (const [index, word] of command.entries()) {
    if (index === 0 ? !/[\\/]/.test(word) : /^-|:\/\//.test(word)) continue;
    const path = fromRoot(root, resolve(root, word));
    if (path === null || path === '') continue;
    const isSource = fileKind(nameOf(path)) === 'source';
    const isThere = isFile(join(root, path));
    // Where the script should be, a name with an ending of code is one even before it is there.
    const isScript = isSource && !/\s/.test(word) && guessLanguage([word]).id !== 'unknown';
    const isNamed = index === 0 || (isScriptDue ? isScript || isThere : isSource && isThere);
    if (!isNamed) continue;
    isScriptDue = false;
    if (!isBuilt || (isSource && !isInIgnored(path))) found.add(path);
  }
  return [...found];
}

/** The path from the root, the links on the way resolved; nothing for what lies outside, or in no folder. */
function belowRoot(root: string, path: string): readonly string[] {
  try {
    const below = fromRoot(root, join(realpathSync(dirname(path)), basename(path)));
    return below === null ? [] : [below];
  } catch {
    return [];
  }
}

/** Whether a regular file is there, or behind a link. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function isInIgnored(path: string): boolean {
  return foldersAbove(path).some((folder) => ignoredFolders.has(nameOf(folder)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether one is the other, or lies below it. */
function isRelated(base: string, folder: string): boolean {
  return base === '' || `${base}/`.startsWith(`${folder}/`) || folder.startsWith(`${base}/`);
}

/** A path from the root with `/` between names; null for what lies outside. */
export function fromRoot(root: string, path: string): string | null {
  const below = relative(root, path);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return null;
  return sep === '/' ? below : below.replaceAll(sep, '/');
}

/** `a/b/c.py` -> `a`, `a/b`. */
export function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
