import { type Cause, causeTexts, named } from './causeTexts.ts';
import { type Factor, type FactorId, type Surroundings, still, varied } from './factors.ts';
import { pause } from './openAgent.ts';
import { type PairRequest, parting, partingFromCompany, partingInTurn } from './pairs.ts';
import type { Parting } from './replay.ts';

export interface CauseRequest extends PairRequest {
  /** What was varied in the double run. */
  readonly factors: readonly Factor[];
  /** Files that run A wrote in its folder. */
  readonly written: readonly string[];
}

/** Identical pairs that have to agree before single factors are looked at: rare branches need a few. */
const IDENTICAL_PAIRS = 3;
/** Pairs under one factor that have to differ, all of them, before it is named: chance differs now and then. */
const DIFFERENT_PAIRS = 3;
/** The same where the second run of a pair waits for another second: such a pair is dear. */
const DIFFERENT_PAIRS_LATER = 2;

/** How often a pair is run that should begin and end within one second of the clock. */
const LATE_PAIRS = 4;

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
    if (!(await agreeWithinOneSecond(request)))
      return (await isCompany(request, () => parting(request, still)))
        ? named(['parallelism'])
        : causeTexts.ambient;
    isUnsteady = true;
  }
  const guilty: FactorId[] = [];
  let identicalAgree: boolean | null = null;
  for (const factor of request.factors) {
    for (const change of [factor.twin, factor.later]) {
      // Every other factor is looked for in pairs at once, which have company anyway.
      if (change === null || change.hasCompany === false || guilty.includes(factor.id)) continue;
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
  if (await isCompany(request, () => partingFromCompany(request))) return named(['parallelism']);
  return request.written.length > 0 ? causeTexts.writes(request.written) : causeTexts.unknown;
}

/**
 * Whether agents that have others beside them differ every time, as `part` tells, while
 * those that run one after the other agree every time.
 */
async function isCompany(request: CauseRequest, part: () => Promise<Parting | null>): Promise<boolean> {
  for (let pair = 0; pair < DIFFERENT_PAIRS; pair += 1) if ((await part()) === null) return false;
  for (let pair = 0; pair < IDENTICAL_PAIRS; pair += 1)
    if ((await partingInTurn(request)) !== null) return false;
  return true;
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
    if (!(await pairAgreesWithinOneSecond(request))) return false;
  }
  return true;
}

/** One such pair. On a machine so busy that it takes longer, it is tried again. */
async function pairAgreesWithinOneSecond(request: CauseRequest): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    await pause(1_000 - (Date.now() % 1_000), request.signal);
    const second = Math.floor(Date.now() / 1_000);
    if ((await parting(request, still)) === null) return true;
    const isWithin = Math.floor(Date.now() / 1_000) === second;
    if (isWithin || attempt === LATE_PAIRS || request.signal.aborted) return false;
  }
}
