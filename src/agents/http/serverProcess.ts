import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { StderrText } from '../agent.ts';
import { ByteTail } from '../stdio/byteTail.ts';
import { type SpawnedAgent, type SpawnOptions, spawnAgent } from '../stdio/spawnAgent.ts';
import { TailReader } from '../stdio/tailReader.ts';
import { tearDown } from '../stdio/teardown.ts';

/**
 * The process behind an endpoint, where the kit starts it. Its stdin stays open and
 * empty; its stdout and stderr are read to their end and their last bytes kept.
 */
export class ServerProcess {
  /** Names that the kit's environment has and the process does not. */
  readonly withheld: readonly string[];
  readonly notices: readonly Diagnostic[];
  /** Settles when it has exited and its pipes are read out, or could not be for a while. */
  readonly whenExited: Promise<void>;
  readonly #spawned: SpawnedAgent;
  readonly #stdout = new ByteTail(limits.stderrTailBytes);
  readonly #stderr = new ByteTail(limits.stderrTailBytes);
  readonly #stderrReader = new TailReader(this.#stderr);
  #closed = false;
  readonly #whenClosed: Promise<void>;
  #exit: { readonly code: number | null; readonly signal: string | null } | null = null;
  #ending: Promise<readonly Diagnostic[]> | null = null;

  private constructor(spawned: SpawnedAgent) {
    this.#spawned = spawned;
    this.withheld = spawned.withheld;
    this.notices = spawned.notices;
    const { child, tree } = spawned;
    child.stdout.on('data', (chunk: Buffer) => this.#stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    for (const each of [child, child.stdin, child.stdout, child.stderr]) each.on('error', () => {});
    this.#whenClosed = new Promise((resolve) =>
      child.once('close', () => {
        this.#closed = true;
        resolve();
      }),
    );
    this.whenExited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        tree.groupAlive();
        // What it said last may still be on its way; a descendant may hold the pipes for ever.
        const patience = setTimeout(resolve, limits.exitDrainMs);
        void this.#whenClosed.then(() => {
          clearTimeout(patience);
          resolve();
        });
      });
    });
  }

  /** Rejects as `spawnAgent` does. */
  static async start(options: SpawnOptions): Promise<ServerProcess> {
    const spawned = await spawnAgent(options);
    const server = new ServerProcess(spawned);
    await spawned.whenSpawned;
    return server;
  }

  get exit(): { readonly code: number | null; readonly signal: string | null } | null {
    return this.#exit;
  }

  get pid(): number {
    return this.#spawned.pid;
  }

  stdoutText(): string {
    return this.#stdout.text();
  }

  stderrText(): string {
    return this.#stderr.text();
  }

  /** What came since it was last taken: a run that follows is told nothing of the one before. */
  takeStderr(): readonly StderrText[] {
    return this.#stderrReader.take(this.#closed);
  }

  get stderrBytes(): number {
    return this.#stderr.totalBytes;
  }

  /**
   * Ends it and all that it started, once. A server does not read its stdin, so that the
   * end of stdin is not waited for: TERM comes first.
   */
  end(): Promise<readonly Diagnostic[]> {
    const { child, tree } = this.#spawned;
    this.#ending ??= tearDown(child, tree, { failed: true, closed: this.#whenClosed });
    return this.#ending;
  }
}
