import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Template } from '../../src/create/templates.ts';
import { create, createdIn, strangerEnv } from '../create/createCli.ts';
import { type CliResult, type Report, reportOf, runTextOf, sbdev, temporaryFolder } from '../support/cli.ts';
import { offlineCargoHome } from './support/rustOffline.ts';

/** A template on disk, as the scaffolder wrote it. */
export interface Project {
  readonly cwd: string;
  readonly folder: string;
  /** The lines that the scaffolder printed; the last one simulates. */
  readonly nextSteps: readonly string[];
}

export interface Ran {
  readonly code: number;
  /** stdout and stderr together. */
  readonly output: string;
}

/** Scaffolds a template into a path with spaces and a letter beyond ASCII. */
export async function scaffold(template: Template): Promise<Project> {
  const cwd = temporaryFolder('Zürich bots ');
  const result = await create(['My Agént', '--template', template.id, '--no-git', '--json'], { cwd });
  if (result.code !== 0) throw new Error(result.stderr);
  return { cwd, folder: join(cwd, 'My Agént'), nextSteps: createdIn(result).next_steps };
}

/**
 * Pastes lines into a shell that stands where the scaffolder ran, and stops at the first
 * failure. What is not done in time is ended with all that it started.
 */
export function paste(lines: readonly string[], { cwd }: Project, timeoutMs: number): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const script = ['set -e', ...lines].join('\n');
    const child = spawn('bash', ['-c', script], {
      cwd,
      env: builderEnv(),
      // A process group of its own, which can be ended as one.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => pieces.push(piece));
    }
    const late = setTimeout(() => {
      pieces.push(Buffer.from(`\nnot done after ${timeoutMs / 1000} s`));
      process.kill(-child.pid!, 'SIGKILL');
    }, timeoutMs);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code: code ?? 1, output: Buffer.concat(pieces).toString('utf8') });
    });
  });
}

/** One simulation in the project's folder, with nothing in the environment but PATH, HOME and what is given. */
export async function simulate(
  { folder }: Project,
  args: readonly string[],
  extra: Record<string, string> = {},
): Promise<CliResult & { readonly report: Report; readonly run: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...extra };
  const options = { cwd: folder, env };
  const result = await sbdev(['simulate', '--data', 'calm', '--format', 'json', ...args], options);
  if (!result.stdout.includes('"run_report"')) throw new Error(result.stderr);
  return { ...result, report: reportOf(result.stdout), run: runTextOf(result.stdout) };
}

/** Programs of a template that this machine does not have. */
export function missingPrograms({ programs }: Template): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.filter((name) => !folders.some((folder) => isExecutable(join(folder, name))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const home = process.env.HOME ?? '/';

/** Sources of crates as Debian packages them; cargo then needs no network. */
const debianCrates = '/usr/share/cargo/registry';

/** Home folders of toolchains where the machine has them; caches go to a folder of their own. */
function builderEnv(): Record<string, string> {
  const env = strangerEnv({ LC_ALL: 'C' });
  const rustup = process.env.RUSTUP_HOME ?? join(home, '.rustup');
  return {
    ...env,
    ...(existsSync(rustup) ? { RUSTUP_HOME: rustup } : {}),
    ...(existsSync(debianCrates) ? offlineCargoHome().environment : {}),
  };
}
