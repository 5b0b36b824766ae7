import { basename, join } from 'node:path';
import type { ChokidarOptions, FSWatcher } from 'chokidar';
import { limits } from '../kernel/limits.ts';
import { fileKind } from './fileKinds.ts';
import { type Breadth, isEntered } from './walk.ts';
import { fromRoot, type WatchedFiles } from './watchedFiles.ts';

export type WatchFunction = (root: string, options: ChokidarOptions) => FSWatcher;

export interface FileEvents {
  close(): Promise<void>;
}

/**
 * Says when something may have changed below the root; what it was is for the caller to
 * see. Settles once everything is watched. `onError` is called at most once, before that
 * or later: from then on nothing is told.
 */
export async function openFileEvents(options: {
  readonly rules: WatchedFiles;
  readonly breadth: Breadth;
  readonly watch: WatchFunction | null;
  /** Whether what is written to data files is nobody's edit at the moment. */
  isDataQuiet(): boolean;
  /** With the paths from the root that it may be about; null if it may be about any. */
  onEvent(paths: readonly string[] | null): void;
  onError(error: NodeJS.ErrnoException): void;
}): Promise<FileEvents> {
  const { rules, breadth } = options;
  const watch = options.watch ?? (await import('chokidar')).watch;
  let hasFailed = false;
  const watcher = watch(rules.root, {
    ignored: (path, stats) => {
      const below = fromRoot(rules.root, path);
      if (below === '') return false;
      if (below === null) return true;
      // Without facts it is asked about again, with them, before anything is watched.
      if (stats === undefined) return false;
      if (stats.isDirectory()) {
        if (breadth === 'named') return !rules.opens(below);
        return !isEntered(rules, below);
      }
      const standing = stats.isFile() || stats.isSymbolicLink() ? rules.standing(below) : null;
      if (breadth === 'named') return !rules.named.includes(below);
      return standing === null || (standing === 'data' && breadth === 'certain');
    },
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    // Its ways to settle wait 100 ms or more; what has settled is decided by what files look like.
    atomic: false,
    awaitWriteFinish: false,
    usePolling: false,
  });
  const fail = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    options.onError(error as NodeJS.ErrnoException);
  };
  // The raw events too: the others leave out what comes within 50 ms of the one before.
  watcher.on('raw', (_event, name: unknown, about) => {
    const { watchedPath } = (about ?? {}) as { readonly watchedPath?: unknown };
    if (typeof name !== 'string' || typeof watchedPath !== 'string') return options.onEvent(null);
    if (!concerns(basename(name), rules, options.isDataQuiet())) return;
    // What is watched may be a folder with the name in it, or the file itself.
    const inFolder = fromRoot(rules.root, join(watchedPath, name));
    const itself = basename(watchedPath) === name ? fromRoot(rules.root, watchedPath) : null;
    options.onEvent([inFolder, itself].filter((path) => path !== null));
  });
  watcher.on('all', (event, path) => {
    const below = fromRoot(rules.root, path);
    if (event === 'addDir' || event === 'unlinkDir' || below === null) options.onEvent(null);
    else if (concerns(basename(path), rules, options.isDataQuiet())) options.onEvent([below]);
  });
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, limits.watchReadyMs);
    const go = (): void => {
      clearTimeout(late);
      resolve();
    };
    watcher.once('ready', go);
    watcher.on('error', (error) => {
      fail(error);
      go();
    });
  });
  return {
    close: async () => {
      const closed = watcher.close();
      // It takes its listeners away, and an error that nobody listens to would end the program.
      watcher.on('error', () => undefined);
      await closed;
    },
  };
}

/** Whether a name is worth a look: an agent may write to its log or cache thousands of times a second. */
function concerns(name: string, rules: WatchedFiles, isDataQuiet: boolean): boolean {
  const kind = fileKind(name);
  if (kind === 'scratch') return false;
  if (kind === 'source' || rules.watch !== null) return true;
  return rules.named.some((path) => path.endsWith(name)) || (kind === 'data' && !isDataQuiet);
}
