import { execFile } from 'node:child_process';
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

/** Pastes lines into a shell that stands where the scaffolder ran, and stops at the first failure. */
export function paste(lines: readonly string[], { cwd }: Project): Promise<Ran> {
  return new Promise((resolve) => {
    const script = ['set -e', ...lines].join('\n');
    const options = { cwd, env: builderEnv(), maxBuffer: 64 * 1024 * 1024 };
    execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
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
