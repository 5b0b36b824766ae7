import { type ChildProcess, spawn } from 'node:child_process';
import { ByteTail } from '../agents/stdio/byteTail.ts';
import { preflight } from '../agents/stdio/preflight.ts';
import { ProcessTree } from '../agents/stdio/processTree.ts';
import { tearDown } from '../agents/stdio/teardown.ts';
import type { BuildEnded, BuildStarted } from '../harness/liveEvents.ts';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { KitError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';

export interface BuildOptions {
  /** Program and arguments, handed over as they are: there is no shell. */
  readonly command: readonly string[];
  /** The agent's folder. */
  readonly cwd: string;
  /** The developer's own environment: a build is not the agent. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the end of what was printed so far, as it came, whenever there is more. */
  readonly onOutput?: (tail: () => string) => void;
}

export interface BuildResult {
  readonly ended: BuildEnded;
  /** Why there is no agent to start: `build-failed`, or why the build could not start; null otherwise. */
  readonly diagnostic: Diagnostic | null;
}

export interface Build {
  readonly started: BuildStarted;
  /** Never rejects. */
  readonly done: Promise<BuildResult>;
  /**
   * Ends the build and all that it started. Settles, as `done` does, when nothing is left
   * of it; a build that has ended by then keeps its outcome.
   */
  cancel(): Promise<BuildResult>;
}

/**
 * Builds the agent, in a process group of its own. Compile servers that a finished build
 * leaves running are let be, as they would be in a terminal.
 */
export function startBuild(options: BuildOptions): Build {
  const run = new BuildRun(options);
  return {
    started: { type: 'build_started', command: options.command },
    done: run.done,
    cancel: () => run.cancel(),
  };
}

class BuildRun {
  readonly done: Promise<BuildResult>;
  readonly #options: BuildOptions;
  readonly #startedMs = performance.now();
  readonly #tail = new ByteTail(limits.buildOutputBytes);
  #cancel: () => void = () => {};
  readonly #whenCanceled = new Promise<'canceled'>((resolve) => {
    this.#cancel = () => resolve('canceled');
  });

  constructor(options: BuildOptions) {
    this.#options = options;
    this.done = this.#run();
  }

  cancel(): Promise<BuildResult> {
    this.#cancel();
    return this.done;
  }

  async #run(): Promise<BuildResult> {
    const { command, cwd, env } = this.#options;
    try {
      preflight(command, cwd, env);
    } catch (error) {
      if (error instanceof KitError) return this.#notStarted(error.diagnostics[0] ?? buildFailed({}));
      throw error;
    }
    let child: ChildProcess;
    try {
      const [program = '', ...rest] = command;
      child = spawn(program, rest, {
        cwd,
        env: { ...env },
        detached: true,
        windowsHide: true,
        shell: false,
        // Nobody answers its questions: it reads the end at once.
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      return this.#notStarted(spawnFailed(error));
    }
    return this.#follow(child);
  }

  async #follow(child: ChildProcess): Promise<BuildResult> {
    const refused = new Promise<unknown>((resolve) => child.once('error', resolve));
    if (child.pid === undefined) return this.#notStarted(spawnFailed(await refused));
    const tree = new ProcessTree(child.pid);
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const exited = new Promise<'exited'>((resolve) => child.once('exit', () => resolve('exited')));
    for (const pipe of [child.stdout, child.stderr]) {
      pipe?.on('data', (chunk: Buffer) => {
        this.#tail.push(chunk);
        this.#options.onOutput?.(() => this.#tail.text());
      });
      pipe?.on('error', () => undefined);
    }
    const end = await Promise.race([exited, this.#whenCanceled]);
    if (end === 'canceled') {
      await tearDown(child, tree, { failed: true, closed });
      return this.#ended('canceled', child);
    }
    // A server that the build left behind may hold its pipes open for ever.
    await within(closed, limits.exitDrainMs);
    tree.release();
    for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
    return this.#ended(child.exitCode === 0 ? 'passed' : 'failed', child);
  }

  #ended(outcome: BuildEnded['outcome'], child: ChildProcess): BuildResult {
    const ended: BuildEnded = {
      ...this.#end(outcome),
      exit_code: child.exitCode,
      signal: child.signalCode,
      output_tail: this.#tail.text(),
    };
    const facts = {
      ...(child.exitCode === null ? {} : { exit_code: child.exitCode }),
      ...(child.signalCode === null ? {} : { signal: child.signalCode }),
    };
    return { ended, diagnostic: outcome === 'failed' ? buildFailed({ facts }) : null };
  }

  #notStarted(why: Diagnostic): BuildResult {
    const ended = { ...this.#end('failed'), exit_code: null, signal: null, output_tail: '' };
    return { ended, diagnostic: why };
  }

  #end(outcome: BuildEnded['outcome']) {
    const duration_ms = Math.round(performance.now() - this.#startedMs);
    return { type: 'build_ended', outcome, duration_ms } as const;
  }
}

function buildFailed(rest: Parameters<typeof diagnostic>[3]): Diagnostic {
  return diagnostic('build-failed', 'error', {}, rest);
}

function spawnFailed(error: unknown): Diagnostic {
  const { code, message } = error as NodeJS.ErrnoException;
  return buildFailed({ found: code ?? message });
}

async function within(done: Promise<void>, longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
