import type { Agent, AgentExit, Answer, Presentation, StderrText } from '../../agents/agent.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import type { Difference } from '../firstDifference.ts';
import { compareAnswers } from './compareAnswers.ts';
import { type Divergence, divergenceFinding, divergenceRecord } from './divergence.ts';
import { Pace } from './pace.ts';
import { remarkOn } from './remark.ts';
import type { Tape } from './tape.ts';

/** Why the comparison ended before the run did. */
export interface Lost {
  /** Whose answer could not be had; A's failure is the run's own. */
  readonly run: 'A' | 'B';
  readonly code: string;
  readonly step: number;
}

export interface TwinParts {
  readonly a: Agent;
  readonly b: Agent;
  readonly observed: ObservedSymbols;
  readonly tape: Tape;
  readonly pauseMsMax: number;
  /** Called once both are gone; its findings join those of A's end. */
  readonly afterwards: (twin: TwinAgent) => Promise<AgentExit['findings']>;
}

/**
 * Two fresh agents in lock-step (page 4.4): both get every observation, A's answers are
 * the run's. After the first difference only A goes on, since B would be shown a book
 * that is not its own.
 */
export class TwinAgent implements Agent {
  readonly notices: NonNullable<Agent['notices']>;
  readonly #parts: TwinParts;
  readonly #pace: Pace;
  stepsCompared = 0;
  divergence: Divergence | null = null;
  lost: Lost | null = null;
  #closedB: Promise<AgentExit> | null = null;
  #closing: Promise<AgentExit> | null = null;

  constructor(parts: TwinParts) {
    this.#parts = parts;
    this.#pace = new Pace(parts.pauseMsMax);
    this.notices = parts.a.notices ?? [];
  }

  decide(presentation: Presentation, budgetMs: number): Promise<Answer> {
    if (this.#closedB !== null) return this.#parts.a.decide(presentation, budgetMs);
    return this.#both(presentation, budgetMs);
  }

  async settleRefusal(): Promise<readonly Uint8Array[]> {
    const { a, b } = this.#parts;
    if (this.#closedB !== null) return a.settleRefusal();
    const [following] = await Promise.all([a.settleRefusal(), b.settleRefusal()]);
    return following;
  }

  takeStderr(): readonly StderrText[] {
    const { a, b } = this.#parts;
    const [ofA, ofB] = [a.takeStderr?.() ?? NOTHING, b.takeStderr?.() ?? NOTHING];
    return ofB.length === 0 ? ofA : [...ofA, ...asRunB(ofB)];
  }

  close(): Promise<AgentExit> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<AgentExit> {
    const [exit] = await Promise.all([this.#parts.a.close(), this.#closeB()]);
    const findings = await this.#parts.afterwards(this);
    return { ...exit, findings: [...exit.findings, ...findings] };
  }

  async #both(given: Presentation, budgetMs: number): Promise<Answer> {
    const { a, b, tape, observed } = this.#parts;
    // Written once, sent twice, and kept for the search of a cause.
    const bytes = given.terminated?.() ?? Buffer.concat([Buffer.from(given.line()), Buffer.from('\n')]);
    const line = bytes.subarray(0, -1);
    const presentation = { ...given, terminated: () => bytes, line: () => line };
    const asked = a.decide(presentation, budgetMs);
    const pause = this.#pace.next();
    const askedB =
      pause === null ? b.decide(presentation, budgetMs) : pause.then(() => b.decide(presentation, budgetMs));
    const left = await asked;
    const right = await askedB;
    tape.add(given.step, line, left);
    const comparison = compareAnswers(left, right, observed);
    switch (comparison.kind) {
      case 'equal':
        this.stepsCompared += 1;
        return left;
      case 'different':
        return this.#part(given, [left, right], comparison.difference);
      case 'incomparable':
        // A's own failure is the run's; B's alone ends the comparison.
        this.lost = { run: left.kind === 'fault' ? 'A' : 'B', code: comparison.code, step: given.step };
        void this.#closeB();
        return left;
    }
  }

  #part({ step, observation }: Presentation, answers: [Answer, Answer], difference: Difference): Answer {
    const { a, b, tape, observed } = this.#parts;
    this.divergence = {
      step,
      presentations: tape.presentations,
      date: observation().date,
      difference,
      remark: remarkOn(difference, answers, observed),
      history: tape.recent,
      stderrA: a.stderrTail?.() ?? '',
      stderrB: b.stderrTail?.() ?? '',
    };
    void this.#closeB();
    const [answer] = answers;
    if (answer.kind !== 'line') return answer;
    return {
      ...answer,
      findings: [...(answer.findings ?? []), divergenceFinding(divergenceRecord(this.divergence))],
    };
  }

  #closeB(): Promise<AgentExit> {
    this.#closedB ??= this.#parts.b.close();
    return this.#closedB;
  }
}

const NOTHING: readonly StderrText[] = [];

/** The same, as the second run's. */
export function asRunB(texts: readonly StderrText[]): readonly StderrText[] {
  return texts.map((each) => ({ ...each, run: 'B' }));
}
