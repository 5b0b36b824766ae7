import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { Agent, AgentExit } from '../agent.ts';
import { hasProcessorToSpare } from '../awakeWait.ts';
import { lastLines } from '../excerpt.ts';
import type { SpawnOptions } from '../stdio/spawnAgent.ts';
import { wrapAgent } from '../wrapAgent.ts';
import { Dialer } from './dialer.ts';
import { serverExited } from './faults.ts';
import { HttpAgent } from './httpAgent.ts';
import { awaitPort, portIsOpen } from './readiness.ts';
import { ServerProcess } from './serverProcess.ts';
import { type HttpTarget, httpTarget } from './target.ts';

export interface HttpEndpointOptions extends Omit<SpawnOptions, 'command'> {
  /** `HOST:PORT`, on loopback; see `httpTarget`. */
  readonly url: string;
  /** What serves the URL; without it, the server is there already. */
  readonly command?: readonly string[];
  /** How long the port may take to open. */
  readonly readinessMs?: number;
  /** Milliseconds, never going back; for elapsed times only. */
  readonly clock?: () => number;
  /** Ends the wait for the port. */
  readonly signal?: AbortSignal;
}

/**
 * An endpoint and, where the kit started it, the process behind it. It serves every run
 * and is not restarted between runs (page 6.1); runs take turns.
 */
export interface HttpEndpoint {
  readonly url: string;
  /** Closing this agent ends its run, and leaves the endpoint as it is. It ends the run before it. */
  agentForRun(): Agent;
  /** Ends the process, if the kit started one; settles when nothing of it is left. */
  close(): Promise<AgentExit>;
}

/**
 * Starts the server, if there is a command, and waits for its port. Rejects with a
 * UsageError for a URL or command that cannot be used, and with a CannotRunError if the
 * port is taken, does not open in time, or the server ends first (pages 6.2 and 6.3).
 */
export async function startHttpEndpoint(options: HttpEndpointOptions): Promise<HttpEndpoint> {
  const target = httpTarget(options.url);
  const clock = options.clock ?? (() => performance.now());
  const dialer = new Dialer(target.hosts, target.port);
  if (options.command === undefined) {
    await waitForPort({ ...options, target, dialer, clock, server: null });
    return new StartedEndpoint(target, dialer, null, clock);
  }
  if (await portIsOpen(dialer)) {
    throw new CannotRunError(
      diagnostic('port-taken', 'error', {}, { found: String(target.port), facts: { url: target.url } }),
    );
  }
  const server = await ServerProcess.start({ ...options, command: options.command });
  try {
    await waitForPort({ ...options, target, dialer, clock, server });
  } catch (error) {
    await server.end();
    throw error;
  }
  return new StartedEndpoint(target, dialer, server, clock);
}

/** An endpoint for one run: closing the agent closes the endpoint. */
export async function startHttpAgent(options: HttpEndpointOptions): Promise<Agent> {
  const endpoint = await startHttpEndpoint(options);
  const agent = endpoint.agentForRun();
  return wrapAgent(agent, { close: () => agent.close().then(() => endpoint.close()) });
}

async function waitForPort(
  wait: Pick<HttpEndpointOptions, 'readinessMs' | 'signal'> & {
    readonly target: HttpTarget;
    readonly dialer: Dialer;
    readonly clock: () => number;
    readonly server: ServerProcess | null;
  },
): Promise<void> {
  const { server, dialer, clock, target } = wait;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  if (wait.signal?.aborted === true) stop.abort();
  wait.signal?.addEventListener('abort', onAbort, { once: true });
  void server?.whenExited.then(onAbort);
  const withinMs = wait.readinessMs ?? (server === null ? limits.httpReachableMs : limits.httpReadinessMs);
  const readiness = await awaitPort(dialer, { withinMs, clock, stop: stop.signal });
  wait.signal?.removeEventListener('abort', onAbort);
  if (readiness === 'open') return;
  if (wait.signal?.aborted === true) throw new CannotRunError(diagnostic('agent-closed', 'notice', {}));
  if (server !== null && server.exit !== null) throw new CannotRunError(serverExited(server, null));
  throw new CannotRunError(
    diagnostic(
      'http-unreachable',
      'error',
      {},
      {
        found: target.url,
        facts: {
          addresses: dialer.addresses,
          waited_ms: withinMs,
          started: server !== null,
          ...(server === null ? {} : { stderr_tail: lastLines(server.stderrText()) }),
        },
      },
    ),
  );
}

class StartedEndpoint implements HttpEndpoint {
  readonly #target: HttpTarget;
  readonly #dialer: Dialer;
  readonly #server: ServerProcess | null;
  readonly #clock: () => number;
  #current: Agent | null = null;
  #closing: Promise<AgentExit> | null = null;

  constructor(target: HttpTarget, dialer: Dialer, server: ServerProcess | null, clock: () => number) {
    this.#target = target;
    this.#dialer = dialer;
    this.#server = server;
    this.#clock = clock;
  }

  get url(): string {
    return this.#target.url;
  }

  agentForRun(): Agent {
    void this.#current?.close();
    const agent = new HttpAgent({
      target: this.#target,
      dialer: this.#dialer,
      server: this.#server,
      notices: this.#notices(),
      clock: this.#clock,
      // One endpoint serves one run at a time.
      staysAwake: hasProcessorToSpare(),
    });
    this.#current = agent;
    return agent;
  }

  close(): Promise<AgentExit> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<AgentExit> {
    await this.#current?.close();
    const server = this.#server;
    if (server === null) return NOTHING_STARTED;
    const findings = [...(await server.end())];
    if (await portIsOpen(this.#dialer)) {
      findings.push(diagnostic('http-port-still-open', 'error', {}, { found: String(this.#target.port) }));
    }
    return {
      code: server.exit?.code ?? null,
      signal: server.exit?.signal ?? null,
      stderrTail: server.stderrText(),
      stderrBytes: server.stderrBytes,
      findings,
    };
  }

  #notices(): readonly Diagnostic[] {
    const address = this.#dialer.address;
    const chosen =
      this.#target.hosts.length > 1 && address !== null
        ? [diagnostic('http-address', 'notice', {}, { found: address, facts: { url: this.#target.url } })]
        : [];
    return [...this.#target.notices, ...(this.#server?.notices ?? []), ...chosen];
  }
}

const NOTHING_STARTED: AgentExit = {
  code: null,
  signal: null,
  stderrTail: '',
  stderrBytes: 0,
  findings: [],
};
