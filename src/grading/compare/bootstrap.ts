import { SplitMix64 } from '../../kernel/splitMix64.ts';

export const RESAMPLES = 10_000;
/** Of every bootstrap: the same sample gives the same interval. */
export const BOOTSTRAP_SEED = 20_260_621n;
export const LEVEL = 0.95;

/**
 * The percentile bootstrap interval of a mean: groups are drawn with replacement, as many
 * as there are, and the mean is that of all their values. Null for fewer than two groups.
 *
 * Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 8 and 13.
 */
export function bootstrapInterval(groups: readonly (readonly number[])[]): readonly [number, number] | null {
  if (groups.length < 2) return null;
  const sums = groups.map((values) => values.reduce((sum, each) => sum + each, 0));
  const draws = new SplitMix64(BOOTSTRAP_SEED);
  const means = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let sum = 0;
    let count = 0;
    for (let draw = 0; draw < groups.length; draw += 1) {
      const index = Math.floor(draws.unit() * groups.length);
      sum += sums[index]!;
      count += groups[index]!.length;
    }
    means[resample] = sum / count;
  }
  means.sort();
  const tail = (1 - LEVEL) / 2;
  return [means[Math.ceil(tail * RESAMPLES) - 1]!, means[Math.ceil((1 - tail) * RESAMPLES) - 1]!];
}
