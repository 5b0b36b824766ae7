import { type Factor, type FactorId, type Surroundings, still, varied } from './factors.ts';
import { type StartIn, withAgent } from './openAgent.ts';
import { Pace } from './pace.ts';
import { replayed } from './replay.ts';

export interface FailureRequest {
  readonly start: StartIn;
  /** Observation lines up to the step at which run B failed. */
  readonly lines: readonly Uint8Array[];
  readonly factors: readonly Factor[];
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/**
 * The factors that each make a fresh agent fail where one in still surroundings does
 * not; none if it fails without them, too, or no more.
 */
export async function findFailure(request: FailureRequest): Promise<readonly FactorId[]> {
  if (await fails(request, still)) return [];
  const guilty: FactorId[] = [];
  for (const { id, twin } of request.factors) {
    if (twin !== null && (await fails(request, varied([twin])))) guilty.push(id);
  }
  if (guilty.length === 0 && (await failsBesideAnother(request))) guilty.push('parallelism');
  return request.signal.aborted ? [] : guilty;
}

/** Whether it fails while a first one runs: both want what only one can have. */
function failsBesideAnother(request: FailureRequest): Promise<boolean> {
  const { start, lines, budgetMs, signal } = request;
  return withAgent(
    () => start(still, signal),
    signal,
    async (first) => {
      // An answer shows that it holds by now whatever it takes for itself.
      const [line] = lines;
      if (line !== undefined) await first.decide(replayed(0, line), budgetMs);
      return fails(request, still);
    },
  );
}

function fails(request: FailureRequest, surroundings: Surroundings): Promise<boolean> {
  const { start, lines, budgetMs, signal } = request;
  const pace = new Pace(surroundings.pauseMsMax);
  return withAgent(
    () => start(surroundings, signal),
    signal,
    async (agent) => {
      for (const [step, line] of lines.entries()) {
        await pace.next();
        if ((await agent.decide(replayed(step, line), budgetMs)).kind === 'fault') return true;
      }
      return false;
    },
  );
}
