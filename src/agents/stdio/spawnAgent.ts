import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { agentEnvironment } from './environment.ts';
import { preflight } from './preflight.ts';
import { ProcessTree } from './processTree.ts';

export interface SpawnOptions {
  /** Program and arguments, handed over as they are: there is no shell. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The kit's own environment, from which the agent's is chosen. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further names that the agent may see (the config's `env`). */
  readonly envNames: readonly string[];
}

/** A child process in a group of its own, whatever it is spoken to by. */
export interface SpawnedAgent {
  readonly child: ChildProcessWithoutNullStreams;
  readonly tree: ProcessTree;
  readonly pid: number;
  /** Names that the parent has and the child does not. */
  readonly withheld: readonly string[];
  readonly notices: readonly Diagnostic[];
  /** Rejects with a CannotRunError if the system refuses after all. */
  readonly whenSpawned: Promise<void>;
}

/**
 * Starts the process of an agent. Throws UsageError for an empty command and
 * CannotRunError for one that cannot be started (page 6.3).
 */
export async function spawnAgent(options: SpawnOptions): Promise<SpawnedAgent> {
  const environment = agentEnvironment(options.env, options.envNames);
  const notices = preflight(options.command, options.cwd, environment.env);
  const child = spawnChild(options, environment.env);
  // Listened to at once: a spawn that fails says so only in this event.
  const whenSpawned = startOf(child, options);
  const { pid } = child;
  if (pid === undefined) return whenSpawned as Promise<never>;
  return {
    child,
    tree: new ProcessTree(pid),
    pid,
    withheld: environment.withheld,
    notices: [...environment.notices, ...notices],
    whenSpawned,
  };
}
function spawnChild(
  options: SpawnOptions,
  env: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams {
  const [program = '', ...rest] = options.command;
  try {
    return spawn(program, rest, {
      cwd: options.cwd,
      env,
      detached: true,
      windowsHide: true,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw spawnFailed(options, error);
  }
}

function startOf(child: ChildProcess, options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve());
    child.once('error', (error) => reject(spawnFailed(options, error)));
  });
}

function spawnFailed(options: SpawnOptions, error: unknown): CannotRunError {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return new CannotRunError(
    diagnostic(
      'spawn-failed',
      'error',
      {},
      { found: options.command[0] ?? null, facts: { errno: code, message } },
    ),
  );
}
