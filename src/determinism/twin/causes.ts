import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { type Cause, causeTexts, named } from './causeTexts.ts';
import { compareAnswers } from './compareAnswers.ts';
import { type Factor, type FactorId, type Surroundings, still, varied } from './factors.ts';
import { pause, type StartIn, withAgent } from './openAgent.ts';
import { Pace } from './pace.ts';
import { compareAll, type Parting, playAlone, replayed } from './replay.ts';

export interface CauseRequest {
  /** A fresh agent in the given surroundings. */
  readonly start: StartIn;
  /** Observation lines of the run, from its first step to the divergent one. */
  readonly lines: readonly Uint8Array[];
  readonly observed: ObservedSymbols;
  /** What was varied in the double run. */
  readonly factors: readonly Factor[];
  /** Files that run A wrote in its folder. */
  readonly written: readonly string[];
  readonly budgetMs: number;
  /** Aborted when the search has to end: then the cause stays unknown. */
  readonly signal: AbortSignal;
}

/** Identical pairs that have to agree before single factors are looked at: rare branches need a few. */
const IDENTICAL_PAIRS = 3;
/** Pairs under one factor that have to differ, all of them, before it is named: chance differs now and then. */
const DIFFERENT_PAIRS = 3;
/** The same where the second run of a pair waits for another second: such a pair is dear. */
const DIFFERENT_PAIRS_LATER = 2;

/**
 * Finds what makes two runs differ (page 4.4): pairs of fresh agents are shown the
 * recorded observations up to the divergent step, first in identical surroundings, then
 * with one factor varied at a time. A factor is named if it makes them differ every time
 * while identical pairs agree once more; anything less may have been chance. Rejects
 * with a CannotRunError if an agent cannot be started, or the signal is aborted.
 */
export async function findCause(request: CauseRequest): Promise<Cause> {
  let isUnsteady = false;
  for (let pair = 0; pair < IDENTICAL_PAIRS; pair += 1) {
    if ((await parting(request, still)) === null) continue;
    if (!(await agreeWithinOneSecond(request))) return causeTexts.ambient;
    isUnsteady = true;
  }
  const guilty: FactorId[] = [];
  let identicalAgree: boolean | null = null;
  for (const factor of request.factors) {
    for (const change of [factor.twin, factor.later]) {
      if (change === null || guilty.includes(factor.id)) continue;
      const surroundings = varied([change]);
      if ((await parting(request, surroundings)) === null) continue;
      const wanted = surroundings.startsAfterMs > 0 ? DIFFERENT_PAIRS_LATER : DIFFERENT_PAIRS;
      const isSteady = await differOften(request, surroundings, wanted - 1);
      identicalAgree ??= await agreeWithinOneSecond(request);
      if (!identicalAgree) return causeTexts.ambient;
      if (isSteady) guilty.push(factor.id);
      else isUnsteady = true;
    }
  }
  if (guilty.length > 0) return named(guilty, request.written);
  if (isUnsteady) return causeTexts.ambient;
  return request.written.length > 0 ? causeTexts.writes(request.written) : causeTexts.unknown;
}

/** Whether so many pairs in the given surroundings all differ. */
async function differOften(
  request: CauseRequest,
  surroundings: Surroundings,
  pairs: number,
): Promise<boolean> {
  for (let pair = 0; pair < pairs; pair += 1) {
    if ((await parting(request, surroundings)) === null) return false;
  }
  return true;
}

/**
 * Whether identical pairs agree that begin with a second of the wall clock: a pair on
 * both sides of its turn differs in an agent that reads the clock, and is no chance.
 */
async function agreeWithinOneSecond(request: CauseRequest): Promise<boolean> {
  for (let pair = 0; pair < IDENTICAL_PAIRS; pair += 1) {
    await pause(1_000 - (Date.now() % 1_000), request.signal);
    if ((await parting(request, still)) !== null) return false;
  }
  return true;
}

/** Where a still run and one in the given surroundings part; null if they do not. */
function parting(request: CauseRequest, surroundings: Surroundings): Promise<Parting | null> {
  return surroundings.startsAfterMs > 0
    ? partingLater(request, surroundings)
    : partingAtOnce(request, surroundings);
}

/** Two agents in lock-step answer at the same moment; for the clock, one follows the other. */
async function partingLater(request: CauseRequest, surroundings: Surroundings): Promise<Parting | null> {
  const first = await alone(request, still);
  await pause(surroundings.startsAfterMs, request.signal);
  return compareAll(first, await alone(request, surroundings), request.observed).parting;
}

function alone(request: CauseRequest, surroundings: Surroundings) {
  const { start, signal, lines, budgetMs } = request;
  return withAgent(
    () => start(surroundings, signal),
    signal,
    (agent) => playAlone(agent, lines, budgetMs),
  );
}

function partingAtOnce(request: CauseRequest, surroundings: Surroundings): Promise<Parting | null> {
  const { start, signal, lines, budgetMs, observed } = request;
  const pace = new Pace(surroundings.pauseMsMax);
  return withAgent(
    () => start(still, signal),
    signal,
    (a) =>
      withAgent(
        () => start(surroundings, signal),
        signal,
        async (b) => {
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
        },
      ),
  );
}
