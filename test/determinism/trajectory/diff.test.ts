import { describe, expect, test } from 'vitest';
import { comparabilityFindings, diffTrajectories } from '../../../src/determinism/trajectory/diff.ts';
import type { Decision } from '../../../src/protocol/decision.ts';
import { captured } from './captured.ts';

const weigh = (target_weight: number, rationale = ''): Decision => ({
  orders: [{ symbol: 'SYM00', action: 'buy', target_weight, rationale }],
  reasoning: '',
});
/** Two windows, the seeds given; `at` decides by the step. */
const plays = (at: (step: number, seed: bigint) => Decision, seeds: readonly bigint[] = [0n, 1n]) =>
  captured(
    ({ seed }) => {
      let step = 0;
      return () => at(step++, seed);
    },
    { seeds },
  );
const steady = plays(() => weigh(0.5));

describe('two trajectories, decision by decision', () => {
  test('that are equal but for text are equal', () => {
    const other = plays((step) => weigh(0.5, step === 1 ? 'up' : ''));
    expect(diffTrajectories(steady, other)).toMatchObject({
      equal: true,
      compared: 14,
      different: 0,
      text_only: 4,
    });
  });

  test('that differ: how often, and where each run parts first', () => {
    const other = plays((step, seed) => weigh(seed === 1n && step >= 1 ? -0 : 0.5));
    const { runs, ...totals } = diffTrajectories(steady, other);
    expect(totals).toEqual({
      only_a: [],
      only_b: [],
      compared: 14,
      different: 5,
      text_only: 0,
      equal: false,
    });
    expect(runs.map(({ different, compared }) => [different, compared])).toEqual([
      [0, 3],
      [2, 3],
      [0, 4],
      [3, 4],
    ]);
    expect(runs[3]).toMatchObject({
      window_start: 23,
      seed: 1n,
      first: {
        step: 1,
        observation_id: steady.runs[3]!.steps[1]!.observation_id,
        pointer: '/orders/0/target_weight',
        a: '0.5',
        b: '-0.0',
      },
    });
    expect(runs[0]!.first).toBeNull();
  });

  test('of which each has a run of its own are different', () => {
    const diff = diffTrajectories(
      steady,
      plays(() => weigh(0.5), [1n, 2n]),
    );
    expect(diff).toMatchObject({
      equal: false,
      different: 0,
      compared: 7,
      only_a: ['[20,23) seed 0', '[23,27) seed 0'],
      only_b: ['[20,23) seed 2', '[23,27) seed 2'],
    });
  });

  test('of which one was cut off are different', () => {
    const [first, ...rest] = steady.runs;
    const cut = { ...steady, runs: [{ ...first!, steps: first!.steps.slice(0, 1) }, ...rest] };
    expect(diffTrajectories(steady, cut)).toMatchObject({ equal: false, different: 0, compared: 12 });
    expect(diffTrajectories(steady, cut).runs[0]).toMatchObject({ unpaired: 2, first: null });
  });
});

describe('what cannot be laid beside each other', () => {
  const contract = steady.contract!;
  test.each([
    ['data', { ...contract, dataset_sha256: 'x' }, '/contract/dataset_sha256'],
    ['costs', { ...contract, cost_model_sha256: 'x' }, '/contract/cost_model_sha256'],
    ['an engine', { ...contract, engine_version: 'x' }, '/contract/engine_version'],
  ])('other %s', (_, other, pointer) => {
    expect(comparabilityFindings(steady, { ...steady, contract: other }, ['a', 'b'])).toMatchObject([
      { code: 'trajectories-differ', place: { file: 'b', pointer }, found: 'x', facts: { first: 'a' } },
    ]);
  });

  test('no contract', () => {
    expect(comparabilityFindings({ ...steady, contract: null }, steady, ['a', 'b'])).toMatchObject([
      { code: 'trajectory-no-contract', place: { file: 'a' } },
    ]);
  });

  test('no run in common', () => {
    const other = plays(() => weigh(0.5), [2n]);
    expect(comparabilityFindings(steady, other, ['a', 'b'])).toMatchObject([
      { code: 'trajectories-share-no-run', place: { file: 'b' } },
    ]);
    expect(comparabilityFindings(steady, steady, ['a', 'b'])).toEqual([]);
  });
});
