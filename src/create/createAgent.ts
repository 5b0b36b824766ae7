import { join } from 'node:path';
import { packageRoot } from '../cli/packageRoot.ts';
import { version } from '../cli/version.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { CannotRunError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { agentNameOf } from './agentName.ts';
import type { Answers } from './answers.ts';
import { runChild } from './childProgram.ts';
import { type GitOutcome, startRepository } from './git.ts';
import { layOut } from './layout.ts';
import { nextSteps } from './nextSteps.ts';
import { type PackageManager, packageManagerFor } from './packageManager.ts';
import type { Created } from './report.ts';
import { simulatorCommand } from './simulator.ts';
import { findTarget } from './target.ts';
import { templateFiles } from './templateFiles.ts';
import { workspaceNote } from './workspace.ts';
import { writeProject } from './writeProject.ts';

/** What is asked for, in full. */
export interface Order extends Answers {
  readonly name: string | undefined;
  readonly mayMerge: boolean;
  readonly isDryRun: boolean;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly created: Created;
  /** Why packages are missing; null if none were asked for, or all are there. */
  readonly installFailure: CannotRunError | null;
}

/**
 * Makes a project: looks, writes all files or none, then git, then packages. Only the
 * writing can fail the whole. Throws a UsageError or a CannotRunError.
 */
export async function createAgent(order: Order, { cwd, env, signal }: Surroundings): Promise<Outcome> {
  const target = findTarget(order.directory, cwd);
  const name = agentNameOf(order.name, target.folderName);
  const files = templateFiles(join(packageRoot(), 'templates', order.template.id), name);
  const layout = layOut(files, target, order.mayMerge);
  const manager = packageManagerFor(env, target.folder);
  let git: GitOutcome = { state: 'none', note: null };
  let failure: CannotRunError | null = null;
  const installs = order.install && order.template.needsInstall && !order.isDryRun;
  if (!order.isDryRun) {
    writeProject(layout.toWrite, target);
    if (!signal.aborted) git = await startRepository(target.folder, { wanted: order.git, env, signal });
    if (installs && !signal.aborted) failure = await install(manager, target.folder, env, signal);
  }
  const isInstalled = installs && failure === null && !signal.aborted;
  const notes = [
    git.note,
    order.template.needsInstall ? workspaceNote(target.folder) : null,
    order.template.model?.note ?? null,
  ];
  return {
    installFailure: failure,
    created: {
      target: target.folder,
      name,
      template: order.template.id,
      files: layout.toWrite.map((file) => file.path),
      kept: layout.kept,
      git: git.state,
      installed: isInstalled ? manager : null,
      nextSteps: nextSteps({
        cwd,
        folder: target.folder,
        template: order.template,
        files,
        manager,
        isInstalled,
        simulator: simulatorCommand(packageRoot(), version),
      }),
      isDryRun: order.isDryRun,
      notes: notes.filter((note) => note !== null),
    },
  };
}

async function install(
  manager: PackageManager,
  folder: string,
  env: Surroundings['env'],
  signal: AbortSignal,
): Promise<CannotRunError | null> {
  const { code, reason } = await runChild([...programOf(manager, env), 'install'], {
    cwd: folder,
    env,
    timeoutMs: limits.scaffoldInstallMs,
    signal,
    isShown: true,
  });
  if (code === 0) return null;
  const found = reason ?? `exit code ${code}`;
  const facts = { command: `${manager} install` };
  return new CannotRunError(diagnostic('install-failed', 'error', { file: folder }, { found, facts }));
}

/** The very file of the manager that called, where it says so: on Windows `npm` is no program. */
function programOf(manager: PackageManager, env: Surroundings['env']): readonly string[] {
  const script = env.npm_execpath ?? '';
  const isOwn = new RegExp(`[/\\\\]${manager}(-cli)?\\.c?js$`).test(script);
  return isOwn ? [process.execPath, script] : [manager];
}
