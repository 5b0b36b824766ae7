import type { Agent, AgentExit, Answer, Presentation, StderrText } from '../../agents/agent.ts';
import type { HttpEndpoint } from '../../agents/http/httpEndpoint.ts';
import { wrapAgent } from '../../agents/wrapAgent.ts';
import type { DoubleRunReport, SourceHint, TwinStarted } from '../../harness/determinismEvents.ts';
import { limits } from '../../kernel/limits.ts';
import { type AskedLater, askAgain } from './askLater.ts';
import { type Cause, causeTexts, named } from './causeTexts.ts';
import { divergenceFinding, divergenceRecord } from './divergence.ts';
import type { DoubleRunContext, Doubling } from './doubleRun.ts';
import { doubleRunReport } from './doubleRunReport.ts';
import { type FactorId, factorLabels, processFactorIds } from './factors.ts';
import { pause, withAgent } from './openAgent.ts';
import { compareAll, playAlone } from './replay.ts';
import { searched } from './search.ts';
import { Tape } from './tape.ts';
import { asRunB } from './twinAgent.ts';

export interface SecondRunRequest extends DoubleRunContext {
  readonly open: (signal: AbortSignal) => Promise<HttpEndpoint>;
  /** Whether the kit starts the server, and so can start a fresh one. */
  readonly isManaged: boolean;
}

const NOT_ASKED: AskedLater = { compared: 0, divergence: null, failure: null };

/**
 * The double run of an endpoint (page 4.4): it serves a second run after the first, and
 * has to answer the first observations as it did then.
 */
export class SecondRun implements Doubling {
  readonly #request: SecondRunRequest;
  #tape = new Tape();
  #startedAt = 0;
  #again: AskedLater = NOT_ASKED;
  #isLater = false;
  #cause: Cause | null = null;
  #hints: readonly SourceHint[] = [];

  constructor(request: SecondRunRequest) {
    this.#request = request;
  }

  readonly announcement: Pick<TwinStarted, 'mode' | 'varied'> = {
    mode: 'afterwards',
    varied: [factorLabels['process-state']],
  };

  async start(signal: AbortSignal): Promise<Agent> {
    this.#tape = new Tape();
    this.#again = NOT_ASKED;
    this.#isLater = false;
    this.#cause = null;
    this.#hints = [];
    this.#startedAt = this.#request.clock();
    const endpoint = await this.#request.open(signal);
    const agent = endpoint.agentForRun();
    // One server serves both runs: what it writes after the first one ended is the second's.
    let ofFirst: StderrText[] = [];
    let isFirst = true;
    return wrapAgent(agent, {
      decide: (presentation, budgetMs) => this.#decide(agent, presentation, budgetMs),
      takeStderr: () => {
        const taken = agent.takeStderr?.() ?? [];
        return isFirst ? taken : [...ofFirst.splice(0), ...asRunB(taken)];
      },
      close: () => {
        ofFirst = [...(agent.takeStderr?.() ?? [])];
        isFirst = false;
        return this.#close(agent, endpoint);
      },
    });
  }

  report(): DoubleRunReport {
    const { compared, divergence, failure } = this.#again;
    const varied: FactorId[] = this.#isLater ? ['time', 'process-state'] : ['process-state'];
    return doubleRunReport({
      compared,
      askedAgain: compared,
      divergence,
      reason: failure === null ? null : `second run: ${failure}`,
      applicable: [...processFactorIds, 'process-state'],
      varied,
      rewritten: [],
      cause: this.#cause,
      hints: this.#hints,
    });
  }

  async #decide(agent: Agent, presentation: Presentation, budgetMs: number): Promise<Answer> {
    const bytes = Buffer.from(presentation.line());
    const answer = await agent.decide({ ...presentation, line: () => bytes }, budgetMs);
    // What came before the first failure can be asked again.
    if (answer.kind !== 'fault' && this.#tape.presentations === this.#tape.answers.length) {
      this.#tape.add(presentation.step, bytes, answer);
    }
    return answer;
  }

  async #close(agent: Agent, endpoint: HttpEndpoint): Promise<AgentExit> {
    const { interrupt, clock } = this.#request;
    await agent.close();
    if (this.#tape.answers.length > 0 && !interrupt.aborted) {
      const signal = AbortSignal.any([interrupt, AbortSignal.timeout(limits.laterMs)]);
      this.#isLater = clock() - this.#startedAt >= limits.laterStartMs;
      this.#again = await withAgent(
        async () => endpoint.agentForRun(),
        signal,
        (second) => askAgain(second, this.#tape, { ...this.#request, signal }),
      );
    }
    const { divergence } = this.#again;
    if (divergence === null) return endpoint.close();
    const { findings, ...rest } = await endpoint.close();
    if (this.#request.explains) {
      this.#cause = await this.#findCause(this.#tape.first(divergence.presentations)!);
      this.#hints = await this.#request.hints(this.#cause);
    }
    return { ...rest, findings: [...findings, divergenceFinding(divergenceRecord(divergence))] };
  }

  async #findCause(lines: readonly Uint8Array[]): Promise<Cause> {
    const { isManaged, interrupt } = this.#request;
    if (!isManaged) return causeTexts.unmanagedServer;
    return searched(interrupt, (signal) => this.#compareFreshServers(lines, signal));
  }

  /** Two servers without a past that agree leave the past as the only difference. */
  async #compareFreshServers(lines: readonly Uint8Array[], signal: AbortSignal): Promise<Cause> {
    const first = await this.#playOnFreshServer(lines, signal);
    // At another second, so that a clock is not taken for state.
    await pause(limits.laterStartMs, signal);
    const second = await this.#playOnFreshServer(lines, signal);
    const { parting, failure } = compareAll(first, second, this.#request.observed);
    if (parting !== null) return causeTexts.freshServersDiffer;
    return failure === null ? named(['process-state']) : causeTexts.unknown;
  }

  async #playOnFreshServer(lines: readonly Uint8Array[], signal: AbortSignal): Promise<Answer[]> {
    const endpoint = await this.#request.open(signal);
    try {
      return await withAgent(
        async () => endpoint.agentForRun(),
        signal,
        (agent) => playAlone(agent, lines, this.#request.budgetMs),
      );
    } finally {
      await endpoint.close();
    }
  }
}
