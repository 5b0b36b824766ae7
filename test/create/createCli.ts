import { spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type CliResult, plainEnv, projectRoot, resultOf, temporaryFolder } from '../support/cli.ts';

export const createBin = join(projectRoot, 'dist/bin/create.js');

export interface CreateOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Runs as this user; only root may ask for it. */
  readonly uid?: number;
}

/** An environment in which git knows nobody, and no package manager called. */
export function strangerEnv(extra: Record<string, string> = {}): Record<string, string> {
  const env = plainEnv({ HOME: temporaryFolder('home-'), GIT_CONFIG_NOSYSTEM: '1' });
  for (const name of Object.keys(env)) {
    if (/^(npm_|GIT_(?!CONFIG_NOSYSTEM)|XDG_CONFIG_HOME|PNPM_HOME)/i.test(name)) delete env[name];
  }
  return { ...env, ...extra };
}

/** Runs the built `create-sharpebench-agent`, without a terminal. */
export function create(args: readonly string[], options: CreateOptions = {}): Promise<CliResult> {
  const cwd = options.cwd ?? temporaryFolder('create-');
  const child = spawn(process.execPath, [createBin, ...args], {
    cwd,
    env: options.env ?? strangerEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  return resultOf(child, cwd);
}

export interface CreatedJson {
  readonly target: string;
  readonly name: string;
  readonly template: string;
  readonly files: readonly string[];
  readonly kept: readonly string[];
  readonly git: string;
  readonly installed: string | null;
  readonly notes: readonly string[];
  readonly next_steps: readonly string[];
  readonly dry_run: boolean;
}

/** What `--json` printed: one object on one line, and nothing else. */
export function createdIn({ stdout }: CliResult): CreatedJson {
  const lines = stdout.split('\n');
  if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one line: ${JSON.stringify(stdout)}`);
  return JSON.parse(lines[0]!);
}

/** Everything below a folder: path to content, `-> target` of a link, or `/` for a folder. */
export function treeOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(paths.map((path) => [path, contentOf(join(folder, path))]));
}

function contentOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return stats.isDirectory() ? '/' : readFileSync(path, 'latin1');
}
