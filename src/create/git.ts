import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { limits } from '../kernel/limits.ts';
import { type ChildResult, runChild } from './childProgram.ts';

/** What became of version control; nothing of it is ever fatal. */
export interface GitOutcome {
  readonly state: 'none' | 'inside-work-tree' | 'initialized' | 'committed';
  /** Why less was done than one may expect. */
  readonly note: string | null;
}

export interface GitWish {
  /** True: a repository with a first commit. False: none. Undefined: a repository alone. */
  readonly wanted: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Makes the project a repository, unless it lies in one or git is not there. */
export async function startRepository(folder: string, wish: GitWish): Promise<GitOutcome> {
  if (wish.wanted === false) return { state: 'none', note: null };
  const around = workTreeAround(folder);
  if (around !== null) {
    return { state: 'inside-work-tree', note: `no git init: ${around} is a git work tree already` };
  }
  const git = (...args: string[]): Promise<ChildResult> =>
    runChild(['git', ...args], {
      cwd: folder,
      env: ownEnvironment(wish.env),
      timeoutMs: limits.scaffoldGitMs,
      signal: wish.signal,
      isShown: false,
    });
  const begun = await git('init', '--quiet');
  if (begun.reason === 'ENOENT') return { state: 'none', note: 'no git repository: git was not found' };
  if (begun.code !== 0) return { state: 'none', note: `no git repository: git init failed (${why(begun)})` };
  return wish.wanted === true ? commit(git) : { state: 'initialized', note: null };
}

/** The nearest folder at or above that holds `.git` (a folder, or a worktree's file); null if none does. */
function workTreeAround(folder: string): string | null {
  for (let each = realpathSync(folder); ; each = dirname(each)) {
    if (existsSync(join(each, '.git'))) return each;
    if (each === dirname(each)) return null;
  }
}

async function commit(git: (...args: string[]) => Promise<ChildResult>): Promise<GitOutcome> {
  for (const key of ['user.name', 'user.email']) {
    const { stdout } = await git('config', key);
    if (stdout === '') return { state: 'initialized', note: `no first commit: git config ${key} is not set` };
  }
  const staged = await git('add', '--all');
  // No signature and no hook: both may ask for something that nobody is there to give.
  const made =
    staged.code === 0
      ? await git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--no-verify', '-m', 'feat: a new agent')
      : staged;
  return made.code === 0
    ? { state: 'committed', note: null }
    : { state: 'initialized', note: `no first commit: git failed (${why(made)})` };
}

/** Inside a git hook these name another repository. */
function ownEnvironment(env: GitWish['env']): GitWish['env'] {
  const kept = Object.entries(env).filter(
    ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/.test(name),
  );
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0' };
}

function why({ code, reason }: ChildResult): string {
  return reason ?? `exit code ${code}`;
}
