import { setTimeout as delay } from 'node:timers/promises';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { Agent, AgentExit, Answer, Presentation, StderrText } from '../agent.ts';
import { AwakeWait } from '../awakeWait.ts';
import { Deadline } from '../stdio/deadline.ts';
import { answerFindings } from './answerFindings.ts';
import type { Dialer } from './dialer.ts';
import type { Failure } from './exchange.ts';
import { failureFault, oversizeFault, type Scene, serverExited } from './faults.ts';
import { HttpClient } from './httpClient.ts';
import type { ServerProcess } from './serverProcess.ts';
import type { HttpTarget } from './target.ts';

type Fault = Extract<Answer, { kind: 'fault' }>;

export interface HttpAgentParts {
  readonly target: HttpTarget;
  readonly dialer: Dialer;
  readonly server: ServerProcess | null;
  readonly notices: readonly Diagnostic[];
  readonly clock: () => number;
  /** Whether the kit may stay awake for its answers. */
  readonly staysAwake: boolean;
}

/** The decision that is being had. */
interface Asked {
  readonly step: number;
  readonly budgetMs: number;
  readonly startedAt: number;
  /** Attempts that came to nothing. */
  readonly failures: Failure[];
}

/**
 * One run's view of an endpoint (page 6.1). An attempt that fails is repeated up to
 * `limits.httpRetries` times within the one budget; an answer, whatever it holds, never.
 */
export class HttpAgent implements Agent {
  readonly notices: readonly Diagnostic[];
  /** It is sent when the connection stands. */
  readonly sendsLater = true;
  readonly #target: HttpTarget;
  readonly #dialer: Dialer;
  readonly #server: ServerProcess | null;
  readonly #clock: () => number;
  readonly #client: HttpClient;
  readonly #deadline = new Deadline(() => this.#stopTrying('deadline'));
  readonly #awake: AwakeWait | null;
  /** Ends a pause between two attempts. */
  #pause = new AbortController();
  #spent = false;
  #fault: Fault | null = null;
  #isAsked = false;
  #closed = false;

  constructor(parts: HttpAgentParts) {
    this.notices = parts.notices;
    this.#target = parts.target;
    this.#dialer = parts.dialer;
    this.#server = parts.server;
    this.#clock = parts.clock;
    this.#awake = parts.staysAwake
      ? new AwakeWait(() => !this.#isAsked, limits.httpAwakeMs, parts.clock)
      : null;
    this.#client = new HttpClient(parts.target, parts.dialer);
  }

  get pid(): number | null {
    return this.#server?.pid ?? null;
  }

  async decide(presentation: Presentation, budgetMs: number): Promise<Answer> {
    const { step } = presentation;
    if (this.#fault !== null) return { ...this.#fault, elapsedMs: 0 };
    const asked: Asked = { step, budgetMs, startedAt: this.#clock(), failures: [] };
    if (this.#closed) return this.#closedFault(asked);
    const body = presentation.line();
    this.#spent = false;
    this.#deadline.start(budgetMs);
    this.#isAsked = true;
    this.#awake?.begin();
    try {
      return await this.#try(asked, body, presentation.sent);
    } finally {
      this.#deadline.stop();
      this.#isAsked = false;
    }
  }

  settleRefusal(): Promise<readonly Uint8Array[]> {
    // A body has an end: nothing can follow it.
    return Promise.resolve([]);
  }

  takeStderr(): readonly StderrText[] {
    return this.#server?.takeStderr() ?? [];
  }

  close(): Promise<AgentExit> {
    this.#closed = true;
    this.#deadline.clear();
    this.#stopTrying('closed');
    this.#client.close();
    return Promise.resolve({
      code: this.#server?.exit?.code ?? null,
      signal: this.#server?.exit?.signal ?? null,
      stderrTail: this.#server?.stderrText() ?? '',
      stderrBytes: this.#server?.stderrBytes ?? 0,
      findings: [],
    });
  }

  async #try(asked: Asked, body: Uint8Array | string, sent?: () => void): Promise<Answer> {
    const { step, failures } = asked;
    for (;;) {
      const exchange = await this.#client.post(body, sent);
      switch (exchange.kind) {
        case 'response':
          return this.#answer(exchange.body, asked, answerFindings(exchange, failures, step));
        case 'too-large':
          return this.#failed(
            'resource',
            oversizeFault(exchange, failures, this.#scene(asked)),
            asked,
            exchange.head,
          );
        case 'abandoned':
          return this.#closedFault(asked);
        case 'failure':
          failures.push(exchange);
      }
      if (await this.#mayTryAgain(exchange, failures.length)) continue;
      return this.#giveUp(asked);
    }
  }

  #answer(bytes: Uint8Array, asked: Asked, findings: readonly Diagnostic[]): Answer {
    const elapsedMs = this.#clock() - asked.startedAt;
    return findings.length === 0
      ? { kind: 'line', bytes, elapsedMs }
      : { kind: 'line', bytes, elapsedMs, findings };
  }

  /** Where nobody listens, the next attempt comes a little later: a server may be starting again. */
  async #mayTryAgain(failure: Failure, attempts: number): Promise<boolean> {
    if (this.#over || attempts > limits.httpRetries) return false;
    if (failure.code === 'http-refused' || failure.code === 'http-connect-failed') {
      await this.#waitForExit(limits.httpRetryDelayMs);
    }
    return !this.#over;
  }

  /** Waits so long, or until the server that the kit started has ended, or no more is wanted. */
  async #waitForExit(longestMs: number): Promise<void> {
    this.#pause = new AbortController();
    const pause = delay(longestMs, undefined, { signal: this.#pause.signal }).catch(() => {});
    await (this.#server === null ? pause : Promise.race([pause, this.#server.whenExited]));
    this.#pause.abort();
  }

  /** Nothing more can come of this decision: its time is up, or there is nobody to ask. */
  get #over(): boolean {
    return this.#spent || this.#closed || this.#server?.exit != null;
  }

  async #giveUp(asked: Asked): Promise<Fault> {
    const [first, ...rest] = asked.failures;
    // A server that dies drops its connections first: the reason comes a moment later.
    if (this.#server !== null && first!.code !== 'http-timeout') await this.#waitForExit(limits.exitDrainMs);
    if (this.#closed) return this.#closedFault(asked);
    if (this.#server !== null && this.#server.exit !== null) {
      await this.#server.whenExited;
      const fault = this.#failed('transport', serverExited(this.#server, asked.step), asked, null);
      this.#fault = { ...fault, final: true };
      return this.#fault;
    }
    const cause = failureFault([first!, ...rest], this.#scene(asked));
    return this.#failed(first!.code === 'http-timeout' ? 'timeout' : 'transport', cause, asked, first!.head);
  }

  #failed(kind: Fault['fault'], cause: Diagnostic, asked: Asked, bytes: Uint8Array | null): Fault {
    return {
      kind: 'fault',
      fault: kind,
      // An endpoint may well answer the next time; the run counts how often it does not.
      final: false,
      diagnostic: cause,
      elapsedMs: this.#clock() - asked.startedAt,
      bytes: bytes === null || bytes.length === 0 ? null : bytes.subarray(0, limits.recordedLineBytes),
    };
  }

  #closedFault(asked: Asked): Fault {
    const cause = diagnostic('agent-closed', 'notice', { step: asked.step });
    this.#fault = { ...this.#failed('transport', cause, asked, null), final: true };
    return this.#fault;
  }

  #stopTrying(reason: 'deadline' | 'closed'): void {
    this.#spent = true;
    this.#pause.abort();
    this.#client.abort(reason);
  }

  #scene(asked: Asked): Scene {
    return {
      step: asked.step,
      url: this.#target.url,
      address: this.#dialer.address,
      budgetMs: asked.budgetMs,
      elapsedMs: this.#clock() - asked.startedAt,
      server: this.#server,
    };
  }
}
