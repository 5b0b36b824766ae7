import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/harness/events.ts';
import { GenerationHistory } from '../../src/harness/generationHistory.ts';
import type { GenerationsCompared } from '../../src/harness/liveEvents.ts';
import type { TurnVerdict } from '../../src/harness/turnVerdict.ts';

interface Told {
  readonly weights: readonly (number | TurnVerdict)[];
  readonly seed?: bigint;
  readonly data?: string;
}

/** A number is a decision of that weight, a word a step without one. */
function tell(
  history: GenerationHistory,
  generation: number,
  { weights, seed = 0n, data = 'd' }: Told,
): void {
  const events: unknown[] = [
    { type: 'generation_started', task_generation: generation },
    {
      type: 'run_started',
      cell: { window_start: 20, window_end: 30, seed },
      digests: { dataset_sha256: data, cost_model_sha256: 'c', engine_version: 'e' },
    },
    ...weights.map((weight, step) => ({
      type: 'turn',
      step,
      verdict: typeof weight === 'number' ? 'accepted' : weight,
      code: typeof weight === 'number' ? null : 'a-code',
      decision: {
        orders:
          typeof weight === 'number'
            ? [{ symbol: 'A', action: 'buy', target_weight: weight, rationale: `because of ${generation}` }]
            : [],
        reasoning: `said by ${generation}`,
      },
      nav: 1 + generation / 10 + step / 100,
    })),
  ];
  for (const event of events) history.take(event as RunEvent);
}

function compared(...all: readonly Told[]): GenerationsCompared | null {
  const history = new GenerationHistory();
  for (const [at, each] of all.entries()) tell(history, at + 1, each);
  return history.compare();
}

test('counts the decisions that differ, and where they begin to, whatever is said with them', () => {
  expect(compared({ weights: [0.1, 0.2, 0.3] }, { weights: [0.1, 0.5, 0.3] })).toStrictEqual({
    type: 'generations_compared',
    before: 1,
    after: 2,
    steps_compared: 3,
    steps_different: 1,
    first_difference: 1,
    return_before: expect.closeTo(0.12, 12),
    return_after: expect.closeTo(0.22, 12),
  });
  expect(compared({ weights: [0.1] }, { weights: [0.1] })).toMatchObject({
    steps_different: 0,
    first_difference: null,
  });
});

test('compares the steps that both ran, with the last generation that got as far', () => {
  const long = { weights: [1, 1, 1, 1] };
  const short = { weights: [1, 1] };
  expect(compared(long, short, { weights: [1, 1, 0] })).toMatchObject({ before: 1, steps_compared: 3 });
  expect(compared(long, short, { weights: [1, 0] })).toMatchObject({ before: 2, steps_compared: 2 });
  // Nobody got as far: then the one that got furthest.
  expect(compared({ weights: [1, 1, 1] }, short, { weights: [1, 1, 1, 1, 1] })).toMatchObject({
    before: 1,
    steps_compared: 3,
  });
});

test('behind a step that the kit had to fill in nothing is the agent’s own, whichever of the two it was', () => {
  const whole = { weights: [0.1, 0.1, 0.1] };
  expect(compared(whole, { weights: [0.1, 'refused', 0.2] })).toMatchObject({
    steps_compared: 1,
    steps_different: 0,
  });
  expect(compared({ weights: [0.1, 'timeout', 0.2] }, whole)).toMatchObject({ steps_compared: 1 });
  expect(compared(whole, { weights: ['fault', 'not_asked', 'not_asked'] })).toBeNull();
  // It does not stand in the way of what comes after it.
  expect(compared(whole, { weights: ['fault'] }, whole)).toMatchObject({ before: 1, steps_compared: 3 });
});

test('another cell or another market has nothing in common', () => {
  expect(compared({ weights: [1] }, { weights: [1], seed: 1n })).toBeNull();
  expect(compared({ weights: [1] }, { weights: [1], data: 'other' })).toBeNull();
  expect(compared({ weights: [1] }, { weights: [1], seed: 1n }, { weights: [1] })).toMatchObject({
    before: 1,
  });
});

test('a further attempt of a generation begins it anew', () => {
  const history = new GenerationHistory();
  tell(history, 1, { weights: [1, 1] });
  tell(history, 2, { weights: [0] });
  const again = { type: 'run_started', cell: { window_start: 20, window_end: 30, seed: 0n } };
  history.take({ ...again, digests: { dataset_sha256: 'd', cost_model_sha256: 'c' } } as unknown as RunEvent);
  expect(history.compare()).toBeNull();
});
