import type { Agent, Answer, Presentation } from '../../agents/agent.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { compareAnswers } from './compareAnswers.ts';
import { type FactorId, factorOf, factors, type Surroundings, still, varied } from './factors.ts';
import { Pace } from './pace.ts';

/** Why two runs differ, as far as one-factor re-runs can tell. */
export type Cause =
  | {
      readonly kind: 'factor';
      readonly factors: readonly FactorId[];
      readonly text: string;
      readonly fix: string;
    }
  /** Two runs in identical surroundings differ, too. */
  | { readonly kind: 'ambient'; readonly text: string; readonly fix: string }
  | { readonly kind: 'unknown'; readonly text: string; readonly fix: string };

export interface CauseRequest {
  /** A fresh agent in the given surroundings. */
  readonly start: (surroundings: Surroundings) => Promise<Agent>;
  /** Observation lines of the run, from its first step to the divergent one. */
  readonly lines: readonly Uint8Array[];
  readonly observed: ObservedSymbols;
  /** Factors that were varied in the double run. */
  readonly varied: readonly FactorId[];
  readonly budgetMs: number;
  /** Aborted by an interrupt: then the cause stays unknown. */
  readonly isInterrupted: () => boolean;
}

/** Identical pairs that have to agree before single factors are looked at: rare branches need a few. */
const IDENTICAL_PAIRS = 3;

/**
 * Finds what makes two runs differ (page 4.4): pairs of fresh agents are shown the
 * recorded observations up to the divergent step, first in identical surroundings, then
 * with one factor varied at a time.
 */
export async function findCause(request: CauseRequest): Promise<Cause> {
  for (let pair = 0; pair < IDENTICAL_PAIRS; pair += 1) {
    if (request.isInterrupted()) return interrupted;
    if (await differs(request, still)) return ambient;
  }
  const guilty: FactorId[] = [];
  for (const { id } of factors.filter((each) => request.varied.includes(each.id))) {
    if (request.isInterrupted()) return interrupted;
    if (await differs(request, varied([id]))) guilty.push(id);
  }
  const [first] = guilty;
  if (first === undefined) return noSingleFactor;
  const named = factorOf(first);
  const others = guilty.slice(1).map((id) => factorOf(id).label);
  const also = others.length === 0 ? '' : ` (also by: ${others.join(', ')})`;
  return { kind: 'factor', factors: guilty, text: `${named.cause}${also}`, fix: named.fix };
}

const SEED_FIX =
  'seed every generator from the observations alone (a digest of the first one, say); do not use time, process ids or /dev/urandom';

const ambient: Cause = {
  kind: 'ambient',
  text: 'ambient randomness: differs between two identical runs',
  fix: SEED_FIX,
};
const noSingleFactor: Cause = {
  kind: 'unknown',
  text: 'no single factor reproduces it, and identical runs agreed: a rare branch, or factors that only act together',
  fix: SEED_FIX,
};
const interrupted: Cause = {
  kind: 'unknown',
  text: 'not looked for: the run was interrupted',
  fix: 'run the same command again',
};

/** Whether a still run and one in the given surroundings part before the lines end. */
async function differs(request: CauseRequest, surroundings: Surroundings): Promise<boolean> {
  if (surroundings.startsAfterMs > 0) return differsLater(request, surroundings);
  const a = await request.start(still);
  try {
    const b = await request.start(surroundings);
    try {
      return await playBoth(request, a, b, new Pace(surroundings.pauseMsMax));
    } finally {
      await b.close();
    }
  } finally {
    await a.close();
  }
}

/** Two agents in lock-step answer at the same moment; for the clock, one follows the other. */
async function differsLater(request: CauseRequest, surroundings: Surroundings): Promise<boolean> {
  const first = await playAlone(request, await request.start(still));
  await pause(surroundings.startsAfterMs);
  const second = await playAlone(request, await request.start(surroundings));
  const compared = Math.min(first.length, second.length);
  for (let step = 0; step < compared; step += 1) {
    const { kind } = compareAnswers(first[step]!, second[step]!, request.observed);
    if (kind !== 'equal') return kind === 'different';
  }
  return false;
}

async function playAlone(request: CauseRequest, agent: Agent): Promise<Answer[]> {
  const answers: Answer[] = [];
  try {
    for (const [step, line] of request.lines.entries()) {
      answers.push(await agent.decide(replayed(step, line), request.budgetMs));
    }
    return answers;
  } finally {
    await agent.close();
  }
}

async function playBoth(request: CauseRequest, a: Agent, b: Agent, pace: Pace): Promise<boolean> {
  for (const [step, line] of request.lines.entries()) {
    const presentation = replayed(step, line);
    const asked = a.decide(presentation, request.budgetMs);
    await pace.next();
    const [left, right] = await Promise.all([asked, b.decide(presentation, request.budgetMs)]);
    const { kind } = compareAnswers(left, right, request.observed);
    if (kind !== 'equal') return kind === 'different';
  }
  return false;
}

/** A recorded observation, presented again as the bytes it was. */
export function replayed(step: number, line: Uint8Array): Presentation {
  return {
    step,
    line: () => line,
    observation: () => JSON.parse(Buffer.from(line).toString('utf8')),
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
