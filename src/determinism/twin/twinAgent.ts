import type { Agent, AgentExit, Answer, Presentation } from '../../agents/agent.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import type { Difference } from '../firstDifference.ts';
import { compareAnswers } from './compareAnswers.ts';
import { divergenceFinding } from './divergenceFinding.ts';
import { Pace } from './pace.ts';
import type { Tape } from './tape.ts';

/** The first step at which two runs of one agent part. */
export interface Divergence {
  readonly step: number;
  readonly date: string;
  readonly difference: Difference;
  /** The last of both stderrs at that step. */
  readonly stderrA: string;
  readonly stderrB: string;
}

/** An agent that can show what it wrote to stderr so far. */
export type WatchedAgent = Agent & { stderrTail?(): string };

/**
 * Two fresh agents in lock-step (page 4.4): both get every observation, A's answers are
 * the run's. After the first difference only A goes on, since B would be shown a book
 * that is not its own.
 */
export class TwinAgent implements Agent {
  readonly notices: NonNullable<Agent['notices']>;
  readonly #a: WatchedAgent;
  readonly #b: WatchedAgent;
  readonly #observed: ObservedSymbols;
  readonly #tape: Tape;
  readonly #pace: Pace;
  /** Called once both are gone; its findings join those of A's end. */
  readonly #afterwards: (twin: TwinAgent) => Promise<AgentExit['findings']>;
  stepsCompared = 0;
  divergence: Divergence | null = null;
  /** Why run B could not be compared any further; null while it could. */
  lost: string | null = null;
  #closedB: Promise<AgentExit> | null = null;
  #closing: Promise<AgentExit> | null = null;

  constructor(parts: {
    readonly a: WatchedAgent;
    readonly b: WatchedAgent;
    readonly observed: ObservedSymbols;
    readonly tape: Tape;
    readonly pauseMsMax: number;
    readonly afterwards: (twin: TwinAgent) => Promise<AgentExit['findings']>;
  }) {
    this.#a = parts.a;
    this.#b = parts.b;
    this.#observed = parts.observed;
    this.#tape = parts.tape;
    this.#pace = new Pace(parts.pauseMsMax);
    this.#afterwards = parts.afterwards;
    this.notices = parts.a.notices ?? [];
  }

  decide(presentation: Presentation, budgetMs: number): Promise<Answer> {
    if (this.#closedB !== null) return this.#a.decide(presentation, budgetMs);
    return this.#both(presentation, budgetMs);
  }

  async settleRefusal(): Promise<readonly Uint8Array[]> {
    if (this.#closedB !== null) return this.#a.settleRefusal();
    const [following] = await Promise.all([this.#a.settleRefusal(), this.#b.settleRefusal()]);
    return following;
  }

  close(): Promise<AgentExit> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<AgentExit> {
    const [exit] = await Promise.all([this.#a.close(), this.#closeB()]);
    const findings = await this.#afterwards(this);
    return { ...exit, findings: [...exit.findings, ...findings] };
  }

  async #both(given: Presentation, budgetMs: number): Promise<Answer> {
    // Written once, sent twice, and kept for the search of a cause.
    const bytes = given.terminated?.() ?? Buffer.concat([Buffer.from(given.line()), Buffer.from('\n')]);
    const presentation = { ...given, terminated: () => bytes, line: () => bytes.subarray(0, -1) };
    const asked = this.#a.decide(presentation, budgetMs);
    const pause = this.#pace.next();
    const askedB =
      pause === null
        ? this.#b.decide(presentation, budgetMs)
        : pause.then(() => this.#b.decide(presentation, budgetMs));
    const a = await asked;
    const b = await askedB;
    this.#tape.add(bytes.subarray(0, -1), a);
    const comparison = compareAnswers(a, b, this.#observed);
    if (comparison.kind === 'equal') {
      this.stepsCompared += 1;
      return a;
    }
    if (comparison.kind === 'different') return this.#part(given, a, comparison.difference);
    // A's own failure is the run's; B's alone ends the comparison and says nothing of A.
    this.lost = a.kind === 'fault' ? `run A: ${comparison.code}` : `run B: ${comparison.code}`;
    void this.#closeB();
    return a;
  }

  #part(presentation: Presentation, a: Answer, difference: Difference): Answer {
    const { step } = presentation;
    this.divergence = {
      step,
      date: presentation.observation().date,
      difference,
      stderrA: this.#a.stderrTail?.() ?? '',
      stderrB: this.#b.stderrTail?.() ?? '',
    };
    void this.#closeB();
    if (a.kind !== 'line') return a;
    return { ...a, findings: [...(a.findings ?? []), divergenceFinding(step, difference)] };
  }

  #closeB(): Promise<AgentExit> {
    this.#closedB ??= this.#b.close();
    return this.#closedB;
  }
}
