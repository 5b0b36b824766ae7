import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { guessLanguage } from '../language.ts';
import { AgentProcess } from './agentProcess.ts';
import { agentEnvironment } from './environment.ts';
import { preflight } from './preflight.ts';
import { ProcessTree } from './processTree.ts';
import { StdioAgent } from './stdioAgent.ts';

export interface StdioAgentOptions {
  /** Program and arguments, handed over as they are: there is no shell. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The kit's own environment, from which the agent's is chosen. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further names that the agent may see (the config's `env`). */
  readonly envNames: readonly string[];
  /** Milliseconds, never going back; for elapsed times only. */
  readonly clock?: () => number;
}

/**
 * Starts an agent as a child process in a group of its own. Throws UsageError for an
 * empty command and CannotRunError for one that cannot be started (page 6.3).
 */
export async function startStdioAgent(options: StdioAgentOptions): Promise<StdioAgent> {
  const environment = agentEnvironment(options.env, options.envNames);
  const notices = preflight(options.command, options.cwd, environment.env);
  const child = spawnChild(options, environment.env);
  // Listened to at once: a spawn that fails says so only in this event.
  const spawned = startOf(child, options);
  const pid = child.pid;
  if (pid === undefined) return spawned as Promise<never>;
  const tree = new ProcessTree(pid);
  const agent = new StdioAgent({
    start: (listener) => new AgentProcess(child, tree, listener),
    pid,
    language: guessLanguage(options.command),
    withheld: environment.withheld,
    notices: [...environment.notices, ...notices],
    clock: options.clock ?? (() => performance.now()),
  });
  await spawned;
  return agent;
}

function spawnChild(
  options: StdioAgentOptions,
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

function startOf(child: ChildProcess, options: StdioAgentOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve());
    child.once('error', (error) => reject(spawnFailed(options, error)));
  });
}

function spawnFailed(options: StdioAgentOptions, error: unknown): CannotRunError {
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
