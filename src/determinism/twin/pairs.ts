import type { Agent, Answer } from '../../agents/agent.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { compareAnswers } from './compareAnswers.ts';
import { type Surroundings, still } from './factors.ts';
import { pause, type StartIn, withAgent } from './openAgent.ts';
import { Pace } from './pace.ts';
import { compareAll, type Parting, playAlone, replayed } from './replay.ts';

/** What pairs of fresh agents are shown, and for how long. */
export interface PairRequest {
  /** A fresh agent in the given surroundings. */
  readonly start: StartIn;
  /** Observation lines of the run, from its first step to the divergent one. */
  readonly lines: readonly Uint8Array[];
  readonly observed: ObservedSymbols;
  readonly budgetMs: number;
  /** Aborted when the search has to end: then the cause stays unknown. */
  readonly signal: AbortSignal;
}

/** Where a still run and one in the given surroundings part; null if they do not. */
export function parting(request: PairRequest, surroundings: Surroundings): Promise<Parting | null> {
  return surroundings.startsAfterMs > 0
    ? partingLater(request, surroundings)
    : partingAtOnce(request, surroundings);
}

/** Two agents in lock-step answer at the same moment; for the clock, one follows the other. */
async function partingLater(request: PairRequest, surroundings: Surroundings): Promise<Parting | null> {
  const first = await alone(request, still);
  await pause(surroundings.startsAfterMs, request.signal);
  return compareAll(first, await alone(request, surroundings), request.observed).parting;
}

/** What an agent answers that runs by itself. */
function alone(request: PairRequest, surroundings: Surroundings): Promise<readonly Answer[]> {
  const { start, signal, lines, budgetMs } = request;
  return withAgent(
    () => start(surroundings, signal),
    signal,
    (agent) => playAlone(agent, lines, budgetMs),
  );
}

function partingAtOnce(request: PairRequest, surroundings: Surroundings): Promise<Parting | null> {
  const { lines, budgetMs, observed } = request;
  const pace = new Pace(surroundings.pauseMsMax);
  return withTwo(request, surroundings, async (a, b) => {
    for (const [step, line] of lines.entries()) {
      const presentation = replayed(step, line);
      const asked = a.decide(presentation, budgetMs);
      await pace.next();
      const [left, right] = await Promise.all([asked, b.decide(presentation, budgetMs)]);
      const comparison = compareAnswers(left, right, observed);
      if (comparison.kind === 'different') return { step, difference: comparison.difference };
      if (comparison.kind === 'incomparable') return null;
    }
    return null;
  });
}

/** Where two still agents part that run one after the other; null if they do not. */
export async function partingInTurn(request: PairRequest): Promise<Parting | null> {
  const first = await alone(request, still);
  return compareAll(first, await alone(request, still), request.observed).parting;
}

/** Where a still agent with a second one beside it parts from one that runs by itself; null if it does not. */
export async function partingFromCompany(request: PairRequest): Promise<Parting | null> {
  const { lines, budgetMs, observed } = request;
  const accompanied = await withTwo(request, still, async (first, second) => {
    const answers: Answer[] = [];
    for (const [step, line] of lines.entries()) {
      const presentation = replayed(step, line);
      const [answer] = await Promise.all([
        first.decide(presentation, budgetMs),
        second.decide(presentation, budgetMs),
      ]);
      answers.push(answer);
      if (answer.kind === 'fault') break;
    }
    return answers;
  });
  return compareAll(accompanied, await alone(request, still), observed).parting;
}

/** A still agent, and one in the given surroundings beside it. */
function withTwo<T>(
  { start, signal }: PairRequest,
  surroundings: Surroundings,
  use: (first: Agent, second: Agent) => Promise<T>,
): Promise<T> {
  return withAgent(
    () => start(still, signal),
    signal,
    (first) =>
      withAgent(
        () => start(surroundings, signal),
        signal,
        (second) => use(first, second),
      ),
  );
}
