import type { Agent, AgentExit } from '../../agents/agent.ts';
import type { DoubleRunReport } from '../../harness/events.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { type Cause, findCause, replayed } from './causes.ts';
import { compareAnswers } from './compareAnswers.ts';
import { divergenceFinding } from './divergenceFinding.ts';
import { type FactorId, factorOf, factors, type Surroundings, still, varied } from './factors.ts';
import { Tape } from './tape.ts';
import { type Divergence, TwinAgent, type WatchedAgent } from './twinAgent.ts';

export interface DoubleRunRequest {
  /** A fresh agent in the given surroundings. */
  readonly start: (surroundings: Surroundings, signal: AbortSignal) => Promise<WatchedAgent>;
  /** Factors that can be varied here; `folder` needs a folder that can be copied. */
  readonly factors: readonly FactorId[];
  readonly observed: ObservedSymbols;
  readonly budgetMs: number;
  readonly isInterrupted: () => boolean;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

const NEVER = new AbortController().signal;

/** The time factor needs a later start, not another twin: both answer at the same moment. */
const isConcurrent = (id: FactorId): boolean => id !== 'time';

/**
 * The double run of one task (page 4.4), adversarial by design: everything that the
 * contract says must not matter is varied between A and B. `start` makes the pair for an
 * attempt; `report` says what the last one showed, and never more.
 */
export class DoubleRun {
  readonly #request: DoubleRunRequest;
  #twin: TwinAgent | null = null;
  #startedAt = 0;
  #tape = new Tape();
  #later: { readonly compared: number; readonly divergence: Divergence | null } = {
    compared: 0,
    divergence: null,
  };
  #cause: Cause | null = null;

  constructor(request: DoubleRunRequest) {
    this.#request = request;
  }

  async start(signal: AbortSignal): Promise<Agent> {
    const surroundings = varied(this.#request.factors.filter(isConcurrent));
    this.#startedAt = this.#request.clock();
    this.#tape = new Tape();
    this.#later = { compared: 0, divergence: null };
    this.#cause = null;
    const [a, b] = await startBoth(
      this.#request.start(still, signal),
      this.#request.start(surroundings, signal),
    );
    this.#twin = new TwinAgent({
      a,
      b,
      observed: this.#request.observed,
      tape: this.#tape,
      pauseMsMax: surroundings.pauseMsMax,
      afterwards: (twin) => this.#afterwards(twin),
    });
    return this.#twin;
  }

  report(): DoubleRunReport {
    const twin = this.#twin;
    const compared = twin?.stepsCompared ?? 0;
    const divergence = twin?.divergence ?? this.#later.divergence;
    const lost = twin?.lost ?? null;
    const isCompared = compared > 0 || divergence !== null;
    const askedLater = this.#later.compared > 0 || this.#later.divergence !== null;
    const used = this.#request.factors.filter((id) => isConcurrent(id) || askedLater);
    return {
      status: divergence !== null ? 'different' : isCompared && lost === null ? 'equal' : 'no_verdict',
      reason: divergence === null ? lost : null,
      steps_compared: compared,
      steps_asked_again_later: this.#later.compared,
      varied: used.map((id) => factorOf(id).label),
      not_exercised: [
        ...factors.filter(({ id }) => !used.includes(id)).map(({ label }) => label),
        'other weekday or date',
      ],
      divergence: divergence === null ? null : divergenceRecord(divergence),
      cause: this.#cause,
    };
  }

  async #afterwards(twin: TwinAgent): Promise<AgentExit['findings']> {
    if (this.#request.isInterrupted()) return [];
    const findings: Diagnostic[] = [];
    if (twin.divergence === null && twin.stepsCompared > 0 && this.#request.factors.includes('time')) {
      const divergence = await this.#askAgainLater();
      if (divergence !== null) findings.push(divergenceFinding(divergence.step, divergence.difference));
    }
    if (twin.lost?.startsWith('run B') === true) findings.push(twinLost(twin));
    const found = twin.divergence ?? this.#later.divergence;
    const lines = found === null ? null : this.#tape.upTo(found.step);
    if (lines !== null) {
      this.#cause = await findCause({
        start: (surroundings) => this.#request.start(surroundings, NEVER),
        lines,
        observed: this.#request.observed,
        varied: this.#request.factors,
        budgetMs: this.#request.budgetMs,
        isInterrupted: this.#request.isInterrupted,
      });
    }
    return findings;
  }

  /** A third, fresh agent answers the first observations again, at another second of the clock. */
  async #askAgainLater(): Promise<Divergence | null> {
    const { answers } = this.#tape;
    const later = varied(['time']);
    const wait = this.#startedAt + later.startsAfterMs - this.#request.clock();
    if (wait > 0) await pause(wait);
    const agent = await this.#request.start(later, NEVER);
    try {
      for (const [step, answer] of answers.entries()) {
        const line = this.#tape.upTo(step)!.at(-1)!;
        const again = await agent.decide(replayed(step, line), this.#request.budgetMs);
        const comparison = compareAnswers(answer, again, this.#request.observed);
        if (comparison.kind === 'incomparable') return null;
        if (comparison.kind === 'different') {
          const { date } = JSON.parse(Buffer.from(line).toString('utf8')) as { date: string };
          const divergence = {
            step,
            date,
            difference: comparison.difference,
            stderrA: '',
            stderrB: agent.stderrTail?.() ?? '',
          };
          this.#later = { compared: step, divergence };
          return divergence;
        }
        this.#later = { compared: step + 1, divergence: null };
      }
      return null;
    } finally {
      await agent.close();
    }
  }
}

function twinLost({ lost, stepsCompared }: TwinAgent): Diagnostic {
  return diagnostic('twin-lost', 'warning', {}, { found: lost, facts: { steps_compared: stepsCompared } });
}

/** Both or none: an agent whose twin cannot start is closed again. */
async function startBoth(
  first: Promise<WatchedAgent>,
  second: Promise<WatchedAgent>,
): Promise<[WatchedAgent, WatchedAgent]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value];
  for (const each of [a, b]) if (each.status === 'fulfilled') await each.value.close();
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function divergenceRecord({ step, date, difference, stderrA, stderrB }: Divergence) {
  return {
    step,
    observation_id: date,
    pointer: difference.pointer,
    a: difference.a,
    b: difference.b,
    last_equal_step: step - 1,
    stderr_a: stderrA,
    stderr_b: stderrB,
  };
}
