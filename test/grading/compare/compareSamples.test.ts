import { describe, expect, test } from 'vitest';
import { bootstrapInterval } from '../../../src/grading/compare/bootstrap.ts';
import { compareSamples } from '../../../src/grading/compare/compareSamples.ts';
import { metricNames, type Sample, type SampleCell } from '../../../src/grading/compare/sample.ts';

function cell(start: number, seed: number, value: number | null, state: SampleCell['state'] = 'complete') {
  const numbers = Object.fromEntries(metricNames.map((name) => [name, value])) as SampleCell['numbers'];
  const reason = state === 'complete' ? null : state;
  return { window_start: start, window_end: start + 10, seed: BigInt(seed), state, reason, numbers };
}

function sample(name: string, cells: readonly SampleCell[], refusal: Sample['refusal'] = null): Sample {
  return { name, kind: 'sweep', agent: name, snapshotId: 'none', fixed: {}, refusal, cells };
}

describe('two samples', () => {
  test('are paired cell by cell: what all cells share is in no difference', () => {
    const a = sample('a', [cell(0, 0, 0.5), cell(0, 1, -0.5), cell(10, 0, 9), cell(10, 1, -9)]);
    const b = sample('b', [cell(0, 0, 0.6), cell(0, 1, -0.4), cell(10, 0, 9.1), cell(10, 1, -8.9)]);
    const { metrics, pairs, unit, is_smoke_read } = compareSamples(a, b);
    expect({ pairs, unit, is_smoke_read }).toStrictEqual({ pairs: 4, unit: 'cell', is_smoke_read: false });
    expect(metrics[0]).toMatchObject({ metric: 'total_return', pairs: 4, higher: 'b' });
    expect(metrics[0]?.mean_difference).toBeCloseTo(0.1, 12);
    expect(metrics[0]?.interval?.[0]).toBeCloseTo(0.1, 12);
  });

  test('of a single trial are a smoke read, without an interval', () => {
    const comparison = compareSamples(sample('a', [cell(0, 0, 1)]), sample('b', [cell(0, 0, 2)]));
    expect(comparison.is_smoke_read).toBe(true);
    expect(comparison.metrics[0]).toMatchObject({ mean_difference: 1, interval: null, higher: null });
  });

  test('have pending, invalid and excluded cells apart, and never as zeros', () => {
    const a = sample('a', [
      cell(0, 0, 1),
      cell(0, 1, null, 'excluded'),
      cell(0, 2, null, 'invalid'),
      cell(0, 3, 1),
    ]);
    const b = sample('b', [cell(0, 0, 3), cell(0, 1, 5), cell(0, 2, 5), cell(0, 3, null, 'pending')]);
    const { apart, pairs, metrics } = compareSamples(a, b);
    expect(pairs).toBe(1);
    expect(metrics[0]?.mean_difference).toBe(2);
    expect(apart.excluded).toStrictEqual([{ side: 'a', cell: '[0,10) seed 1', reason: 'excluded' }]);
    expect(apart.invalid).toStrictEqual([{ side: 'a', cell: '[0,10) seed 2', reason: 'invalid' }]);
    expect(apart.pending).toStrictEqual([{ side: 'b', cell: '[0,10) seed 3', reason: 'pending' }]);
  });

  test('have a cell that only one of them has excluded', () => {
    const { apart } = compareSamples(
      sample('a', [cell(0, 0, 1), cell(0, 1, 1)]),
      sample('b', [cell(0, 0, 1)]),
    );
    expect(apart.excluded).toMatchObject([{ side: 'a', reason: 'the other one has no such cell' }]);
  });

  test('are not compared while a grade is pending, whatever its cells say', () => {
    const refusal = { state: 'pending', reason: 'its grade is pending' } as const;
    const { no_comparison, pairs, metrics } = compareSamples(
      sample('a', [cell(0, 0, 1)], refusal),
      sample('b', [cell(0, 0, 2)]),
    );
    expect({ pairs, metrics }).toStrictEqual({ pairs: 0, metrics: [] });
    expect(no_comparison).toBe('a is pending: its grade is pending');
  });

  test('with five windows or more are drawn by window', () => {
    const cells = (shift: number) =>
      [0, 10, 20, 30, 40].flatMap((start) => [0, 1].map((seed) => cell(start, seed, start / 10 + shift)));
    expect(compareSamples(sample('a', cells(0)), sample('b', cells(1)))).toMatchObject({
      unit: 'window',
      windows: 5,
      pairs: 10,
    });
  });

  test('an unknown number leaves its pair out of that row alone', () => {
    const a = sample('a', [cell(0, 0, 1), cell(0, 1, null)]);
    const b = sample('b', [cell(0, 0, 2), cell(0, 1, 2)]);
    expect(compareSamples(a, b).metrics[0]).toMatchObject({ pairs: 1, mean_difference: 1 });
  });
});

describe('the bootstrap interval', () => {
  test('is the same for the same sample', () => {
    const groups = [[0.1], [0.4], [-0.2], [0.3], [0.05]];
    expect(bootstrapInterval(groups)).toStrictEqual(bootstrapInterval(groups));
  });

  test('covers the true mean about as often as it says', () => {
    // Means of 30 draws of a fixed sequence with mean 0: an interval of 95 % that covered
    // all, or half, of them would be none.
    let state = 12345;
    const draw = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648 - 0.5;
    };
    let covered = 0;
    for (let trial = 0; trial < 200; trial += 1) {
      const interval = bootstrapInterval(Array.from({ length: 30 }, () => [draw()]))!;
      if (interval[0] <= 0 && interval[1] >= 0) covered += 1;
    }
    expect(covered).toBeGreaterThan(176);
    expect(covered).toBeLessThan(200);
  });

  test('needs two groups', () => {
    expect(bootstrapInterval([[1, 2, 3]])).toBeNull();
    expect(bootstrapInterval([])).toBeNull();
  });

  test('of equal differences is a point', () => {
    expect(bootstrapInterval([[0.25], [0.25], [0.25]])).toStrictEqual([0.25, 0.25]);
  });
});
