import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { type EventSupportOptions, systemStatfs, whyPolling } from './eventSupport.ts';
import type { WatchFunction } from './fileEvents.ts';
import { SourceIndex } from './sourceIndex.ts';
import { TimeSlices } from './timeSlices.ts';
import { type Breadth, narrower, type Walk, walk, walkNow } from './walk.ts';
import { WatchedFiles } from './watchedFiles.ts';
import { Watcher } from './watcher.ts';

export interface SourceWatchOptions {
  /** The agent's folder. */
  readonly root: string;
  /** Program and arguments of the agent; the files of the root that it names are necessary. */
  readonly command: readonly string[];
  /** Globs of the files that count; left out, everything that looks like the agent's. */
  readonly watch?: readonly string[] | undefined;
  /** Globs of further files that do not count. */
  readonly ignore?: readonly string[] | undefined;
  /** Absolute paths that the person named for the runs to be read from, such as their data. */
  readonly inputs?: readonly string[] | undefined;
  /** A build makes what the command names, so that is not an edit. */
  readonly isBuilt?: boolean | undefined;
  /** Looks at files instead of waiting to be told (true), or never does by itself (false). */
  readonly polling?: boolean | undefined;
  /** How long files must look the same before they are read. */
  readonly settleMs?: number | undefined;
  /** The kit's environment, for CHOKIDAR_USEPOLLING. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** For tests: the system that is watched. */
  readonly platform?: NodeJS.Platform | undefined;
  readonly statfs?: EventSupportOptions['statfs'] | undefined;
  readonly watchFunction?: WatchFunction | undefined;
}

export interface SourceState {
  /** SHA-256, hex, over the paths and contents of the files that count. */
  readonly digest: string;
  readonly files: number;
  /** Necessary files that are not there. */
  readonly missing: readonly string[];
}

/**
 * Who may write into the agent's folder beside the person: an agent or a build; after
 * them those who make something of what the kit prints (`| tee run.txt`).
 */
export type AliveWriters = 'programs' | 'readers' | 'nobody';

/** Files that count have another content, or necessary ones are gone or back. */
export interface SourceChange {
  /** Of all files that count, after the change. Equal to the one before only if files came back. */
  readonly digest: string;
  /** What changed, from the root, in byte order, bounded by `limits.watchNamedFiles`. */
  readonly files: readonly string[];
  /** How many changed. */
  readonly fileCount: number;
  /** Not empty: the agent cannot start, and a further change follows once they are back. */
  readonly missing: readonly string[];
  /** When the last of them was written, or its change first seen; as `Date.now()`. */
  readonly lastWriteAtMs: number;
}

export interface SourceWatch {
  /** The agent's folder, links resolved. */
  readonly root: string;
  /** How many files count now; at least one when it starts. */
  readonly files: number;
  /** Whether changes are told by the system or found by looking; it may become polling later. */
  readonly mode: 'events' | 'polling';
  /** Why it polls, as a clause; null if it does not. */
  readonly reason: string | null;
  /** What is worth saying about how it watches, beside `reason`. */
  readonly notices: readonly Diagnostic[];
  /** The files as they are now, read now; what has not been told yet is told all the same. */
  state(): SourceState;
  /**
   * Tells who may write. Data files that are written meanwhile are output and no edit,
   * inputs only as long as it is programs; source files count at any time. Until it is
   * first called a program is taken to be alive.
   */
  writersAlive(alive: AliveWriters): void;
  /** Called once per settled change, never twice for the same content in a row. */
  onChange(listener: (change: SourceChange) => void): void;
  /** Called with what is found out later: no events any more, output among the files that count. */
  onNotice(listener: (notice: Diagnostic) => void): void;
  /** Nothing is told from the call on; settles when nothing is watched any more. */
  close(): Promise<void>;
}

/**
 * Watches the files of an agent. Settles once a change would be noticed. Throws UsageError
 * `watch-matches-nothing` if no file counts, `watch-glob` for a glob that cannot be used,
 * `watch-too-large` if there is too much to look through, and `watch-folder` if the folder
 * is not there.
 */
export async function watchSources(options: SourceWatchOptions): Promise<SourceWatch> {
  const rules = new WatchedFiles({ ...options, root: realRoot(options.root) });
  const { breadth, seen } = firstLook(rules);
  const unmatched = unmatchedGlobs(rules, seen);
  const hasNone = rules.watch === null ? seen.files.size === 0 : unmatched.length === rules.watch.length;
  if (hasNone) throw matchesNothing(rules);

  const index = new SourceIndex(rules.root);
  const slices = new TimeSlices();
  for (const [path, sight] of seen.files) {
    index.take({ path, sight }, 'edit', Date.now());
    if (slices.isSpent()) await slices.next();
  }
  const notices = unmatched.map((glob) => diagnostic('watch-glob-unmatched', 'warning', {}, { found: glob }));
  if (breadth !== 'all') notices.push(diagnostic('watch-narrowed', 'warning', {}, { facts: { breadth } }));
  const polling = whyPolling({
    root: rules.root,
    polling: options.polling,
    env: options.env ?? process.env,
    platform: options.platform ?? process.platform,
    statfs: options.statfs ?? systemStatfs,
  });
  const watcher = new Watcher({
    rules,
    breadth,
    index,
    notices,
    polling,
    settleMs: options.settleMs ?? limits.watchSettleMs,
    watchFunction: options.watchFunction ?? null,
  });
  await watcher.start();
  return watcher;
}

function realRoot(folder: string): string {
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (facts?.isDirectory()) return realpathSync(resolve(folder));
  throw new UsageError(diagnostic('watch-folder', 'error', {}, { found: folder }));
}

/** Everything that counts; in a folder that is too large only what is surely source, or is named. */
function firstLook(rules: WatchedFiles): { readonly breadth: Breadth; readonly seen: Walk } {
  let breadth: Breadth = 'all';
  let seen = walkNow(walk(rules, breadth));
  while (seen.cut !== null) {
    breadth = narrower(breadth, seen.cut);
    seen = walkNow(walk(rules, breadth));
  }
  // What was asked for cannot be done, and nothing else was asked for.
  if (breadth === 'named' && (rules.watch !== null || seen.files.size === 0)) {
    throw new UsageError(diagnostic('watch-too-large', 'error', { file: rules.root }));
  }
  return { breadth, seen };
}

function unmatchedGlobs(rules: WatchedFiles, seen: Walk): readonly string[] {
  const paths = [...seen.files.keys()];
  return (rules.watch ?? [])
    .filter((glob) => !paths.some((path) => glob.matches(path)))
    .map(({ text }) => text);
}

function matchesNothing(rules: WatchedFiles): UsageError {
  const globs = rules.watch?.map(({ text }) => text) ?? [];
  const facts = {
    globs,
    has_files: walkNow(walk(new WatchedFiles({ root: rules.root, command: [] }), 'all')).files.size > 0,
  };
  return new UsageError(diagnostic('watch-matches-nothing', 'error', { file: rules.root }, { facts }));
}
