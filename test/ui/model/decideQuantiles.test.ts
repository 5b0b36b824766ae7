import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecideQuantiles } from '../../../src/ui/model/decideQuantiles.ts';

const quantilesOf = (times: readonly number[]) => {
  const quantiles = new DecideQuantiles();
  for (const each of times) quantiles.add(each);
  return quantiles.view();
};

describe('decide times', () => {
  it('are none before the second answer: the first holds the start of the agent', () => {
    expect(quantilesOf([])).toEqual({ p50: null, p95: null });
    expect(quantilesOf([900])).toEqual({ p50: null, p95: null });
    expect(quantilesOf([900, 4])).toEqual({ p50: 4, p95: 4 });
  });

  it('are nearest-rank quantiles, exact when they are first asked for', () => {
    const times = [1000, ...Array.from({ length: 100 }, (_, index) => 100 - index)];
    expect(quantilesOf(times)).toEqual({ p50: 50, p95: 95 });
  });

  it('are times that were had, and never older than a twentieth of the run', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 900 }), (count) => {
        const quantiles = new DecideQuantiles();
        // Times that only grow: a quantile tells how much of the run it knows.
        for (let time = 0; time <= count; time += 1) {
          quantiles.add(time);
          quantiles.view();
        }
        const { p50, p95 } = quantiles.view();
        const oldest = Math.floor((count - 1) / 1.05) - 1;
        expect(p50).toBeGreaterThanOrEqual(Math.floor(oldest / 2));
        expect(p50).toBeLessThanOrEqual(Math.ceil(count / 2));
        expect(p95).toBeGreaterThanOrEqual(p50!);
        expect(p95).toBeLessThanOrEqual(Math.ceil(count * 0.95));
      }),
      { numRuns: 40 },
    );
  });
});
