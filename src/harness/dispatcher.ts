import type { Agent, Answer, Presentation } from '../agents/agent.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { Decision } from '../protocol/decision.ts';
import type { ObservedSymbols } from '../protocol/observedSymbols.ts';
import { type AnswerVerdict, readAnswer } from '../protocol/readAnswer.ts';
import type { AgentIdentity } from './events.ts';
import type { CheckOutcome } from './evidence.ts';
import { type FaultKind, TransportHealth } from './health.ts';
import { noiseFinding } from './noise.ts';
import { DecideTimes } from './timing.ts';
import type { TurnVerdict } from './turnVerdict.ts';
import { UsageTotals } from './usage.ts';

/** What one turn's presentation came to. */
export interface TurnResult {
  /** The agent's decision, or the empty hold that takes the place of a missing one. */
  readonly decision: Decision;
  readonly verdict: TurnVerdict;
  /** Code of the first failure; null if accepted. */
  readonly code: string | null;
  readonly decideMs: number | null;
  /** Whether an answer came: a fault's duration says nothing about the agent's speed. */
  readonly isTimed: boolean;
  /** The answer's bytes as they came. */
  readonly bytes: Uint8Array | null;
  /** The same as text where it is known to be ASCII; else null. */
  readonly text: string | null;
  readonly check: CheckOutcome;
}

/** Where findings go; `observation` is the line that was being answered when nothing usable came. */
export type Find = (found: Diagnostic, bytes: Uint8Array | null, observation?: string) => void;

const HOLD: Decision = { orders: [], reasoning: '' };

/**
 * Judges what came back for a presentation and keeps the count: contract, transport
 * health, decide times and usage. It never waits for an answer.
 */
export class Dispatcher {
  readonly health = new TransportHealth();
  readonly usage = new UsageTotals();
  readonly times: DecideTimes;
  readonly #identity: AgentIdentity;
  readonly #observed: ObservedSymbols;
  readonly #find: Find;
  /** The fault after which the agent is gone: its repetitions are counted, not told again. */
  #goneWith: Diagnostic | null = null;

  constructor(identity: AgentIdentity, observed: ObservedSymbols, steps: number, find: Find) {
    this.#identity = identity;
    this.#observed = observed;
    this.#find = find;
    this.times = new DecideTimes(steps);
  }

  /** The breaker is open: a hold, without asking. */
  notAsked(): TurnResult {
    return {
      decision: HOLD,
      verdict: 'not_asked',
      code: null,
      decideMs: null,
      isTimed: false,
      bytes: null,
      text: null,
      check: { kind: 'not_run' },
    };
  }

  /** At once, unless a refusal has to be settled with the agent first. */
  judge(agent: Agent, answer: Answer, presentation: Presentation): TurnResult | Promise<TurnResult> {
    switch (answer.kind) {
      case 'decision':
        return this.#accept(answer.decision, null, null, null);
      case 'line':
        return this.#judgeLine(agent, answer, presentation.step);
      case 'fault':
        return this.#judgeFault(answer, presentation);
    }
  }

  #accept(
    decision: Decision,
    bytes: Uint8Array | null,
    text: string | null,
    decideMs: number | null,
  ): TurnResult {
    this.health.answered();
    this.usage.add(decision.cost);
    return {
      decision,
      verdict: 'accepted',
      code: null,
      decideMs,
      isTimed: bytes !== null,
      bytes,
      text,
      check: PASSED,
    };
  }

  #judgeLine(
    agent: Agent,
    answer: Answer & { kind: 'line' },
    step: number,
  ): TurnResult | Promise<TurnResult> {
    const { bytes, elapsedMs } = answer;
    for (const each of answer.findings ?? NONE) this.#find(atStep(each, step), null);
    const verdict = readAnswer(bytes, this.#observed);
    if (verdict.decision !== null) return this.#accept(verdict.decision, bytes, verdict.text, elapsedMs);
    return this.#refuse(agent, answer, verdict, step);
  }

  async #refuse(
    agent: Agent,
    { bytes, elapsedMs }: Answer & { kind: 'line' },
    verdict: AnswerVerdict,
    step: number,
  ): Promise<TurnResult> {
    const code = verdict.findings[0]?.code ?? 'not-json';
    // Bytes that are no text never reach the reference's parser: its pipe read fails.
    this.health.failed(code === 'not-utf8' ? 'transport' : 'protocol', code, step);
    for (const each of verdict.findings) this.#find(atStep(each, step), bytes);
    const following = await agent.settleRefusal();
    const noise = noiseFinding(verdict, bytes, following, this.#observed, step, this.#identity.command);
    if (noise !== null) this.#find(noise, bytes);
    const check: CheckOutcome =
      code === 'not-utf8'
        ? { kind: 'unknown', reason: code }
        : { kind: 'failed', diagnostics: verdict.findings };
    const { text } = verdict;
    return {
      decision: HOLD,
      verdict: 'refused',
      code,
      decideMs: elapsedMs,
      isTimed: true,
      bytes,
      text,
      check,
    };
  }

  #judgeFault(answer: Answer & { kind: 'fault' }, { step, line }: Presentation): TurnResult {
    const { code } = answer.diagnostic;
    this.health.failed(healthKind(answer.fault), code, step);
    if (this.#goneWith?.code !== code) {
      const observation = this.#identity.transport === 'in-process' ? undefined : textOf(line());
      this.#find(atStep(answer.diagnostic, step), answer.bytes, observation);
    }
    if (answer.final) this.#goneWith = answer.diagnostic;
    const check: CheckOutcome =
      answer.fault === 'protocol'
        ? { kind: 'failed', diagnostics: [answer.diagnostic] }
        : { kind: 'unknown', reason: code };
    return {
      decision: HOLD,
      verdict: answer.fault === 'timeout' ? 'timeout' : 'fault',
      code,
      decideMs: answer.elapsedMs,
      isTimed: false,
      bytes: answer.bytes,
      text: null,
      check,
    };
  }
}

const NONE: readonly Diagnostic[] = [];
const PASSED: CheckOutcome = { kind: 'passed' };

function textOf(line: Uint8Array | string): string {
  return typeof line === 'string' ? line : Buffer.from(line).toString('utf8');
}

function atStep(found: Diagnostic, step: number): Diagnostic {
  return { ...found, place: { ...found.place, step } };
}

function healthKind(fault: (Answer & { kind: 'fault' })['fault']): FaultKind {
  return fault === 'timeout' ? 'transport' : fault;
}
