import { describe, expect, test } from 'vitest';
import { scheduleFor } from '../../src/faults/schedule.ts';
import { planned, planOf } from './support.ts';

const cellOf = (seed: bigint, windowEnd = 100) => ({ windowStart: 20, windowEnd, seed });

describe('a schedule', () => {
  test('gives each cell its own draws, the same every time', () => {
    const plan = planOf([planned('projection_lag', 64)]);
    const arms = [0n, 1n, 2n, 3n].map((seed) => scheduleFor(plan, cellOf(seed)).armed[0]!.armStep);
    expect(new Set(arms).size).toBeGreaterThan(2);
    expect(scheduleFor(plan, cellOf(1n))).toStrictEqual(scheduleFor(plan, cellOf(1n)));
  });

  test('arms within the window, with an extent from 1 to the bound', () => {
    const plan = planOf([planned('amount_sign', 5)]);
    const armed = Array.from(
      { length: 400 },
      (_, seed) => scheduleFor(plan, cellOf(BigInt(seed), 30)).armed[0]!,
    );
    expect(new Set(armed.map(({ armStep }) => armStep))).toStrictEqual(new Set(Array(10).keys()));
    expect(new Set(armed.map(({ extent }) => extent))).toStrictEqual(new Set([1, 2, 3, 4, 5]));
  });

  test('of a window without steps assigns and arms nothing', () => {
    const { assigned, armed } = scheduleFor(planOf([planned('amount_sign', 5)]), cellOf(0n, 20));
    expect([assigned, armed]).toStrictEqual([['amount_sign'], []]);
  });

  test('never gives a cell two faults of one group, and gives each about its share', () => {
    const plan = planOf([
      planned('projection_lag', 3, { id: 'a', group: 'g', cohortPpm: 300_000 }),
      planned('amount_sign', 3, { id: 'b', group: 'g', cohortPpm: 500_000 }),
      planned('rate_limit', 3, { id: 'c', cohortPpm: 500_000 }),
    ]);
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let seed = 0n; seed < 2_000n; seed += 1n) {
      const { assigned } = scheduleFor(plan, cellOf(seed));
      expect(assigned.includes('a') && assigned.includes('b')).toBe(false);
      for (const id of assigned) counts[id] = (counts[id] ?? 0) + 1;
    }
    expect(Math.abs(counts.a! - 600)).toBeLessThan(80);
    expect(Math.abs(counts.b! - 1_000)).toBeLessThan(90);
    expect(Math.abs(counts.c! - 1_000)).toBeLessThan(90);
  });
});
