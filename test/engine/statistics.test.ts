import { describe, expect, test } from 'vitest';
import { normalCdf } from '../../src/engine/normalCdf.ts';
import { threeDecimals } from '../../src/engine/referenceAgents.ts';
import type { RunResult } from '../../src/engine/run.ts';
import { StepTotals, summarize } from '../../src/engine/statistics.ts';
import { CONCENTRATION_BREACH, MANIPULATIVE_ORDER, processScore } from '../../src/engine/trace.ts';

function resultOf(returns: number[], pairs: [number, boolean][] = []): RunResult {
  return {
    returns: Float64Array.from(returns),
    trace: { events: [] },
    confidences: pairs.map((each) => each[0]),
    outcomes: pairs.map((each) => each[1]),
    cost: 0,
  };
}

describe('the summary of a run', () => {
  test('of four known returns has the values worked out by hand', () => {
    const summary = summarize(
      resultOf(
        [0.1, -0.05, 0, 0.02],
        [
          [0.8, true],
          [0.6, false],
        ],
      ),
      1.0659,
      new StepTotals(),
    );
    expect(summary.total_return).toBeCloseTo(0.0659, 12);
    // mean 0.0175, sample deviation sqrt((0.0825^2 + 0.0675^2 + 0.0175^2 + 0.0025^2) / 3)
    expect(summary.sharpe_per_period).toBeCloseTo(0.0175 / Math.sqrt(0.011675 / 3), 12);
    expect(summary.max_drawdown).toBeCloseTo(0.05, 12);
    expect(summary.hit_rate).toBeCloseTo(2 / 3, 12);
    expect(summary.brier).toBeCloseTo((0.2 ** 2 + 0.6 ** 2) / 2, 12);
    expect(summary.brier_pairs).toBe(2);
  });

  test('claims nothing that the sample does not carry', () => {
    const still = summarize(resultOf([0, 0, 0]), 1, new StepTotals());
    expect(still).toMatchObject({ sharpe_per_period: null, psr_zero: null, hit_rate: null, brier: null });
    expect(summarize(resultOf([]), 1, new StepTotals())).toMatchObject({
      steps: 0,
      total_return: 0,
      max_drawdown: 0,
    });
  });

  test('gives a coin-flip PSR to returns that are symmetric about 0', () => {
    expect(summarize(resultOf([0.01, -0.01, 0.01, -0.01]), 1, new StepTotals()).psr_zero).toBeCloseTo(
      0.5,
      12,
    );
  });
});

test('the normal distribution function has its textbook values', () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 14);
  expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 12);
  expect(normalCdf(-1)).toBeCloseTo(0.15865525393145707, 12);
  expect(normalCdf(8)).toBeCloseTo(1, 14);
  expect(normalCdf(-8) / 6.220960574271786e-16).toBeCloseTo(1, 7);
  expect(normalCdf(-40)).toBe(0);
});

test('the process score is 0 after a block and loses a tenth a warning', () => {
  expect(processScore([])).toBe(1);
  expect(processScore([CONCENTRATION_BREACH, CONCENTRATION_BREACH])).toBeCloseTo(0.8, 12);
  expect(processScore(Array.from({ length: 30 }, () => CONCENTRATION_BREACH))).toBe(0);
  expect(processScore([MANIPULATIVE_ORDER])).toBe(0);
});

test('three decimals round exact ties to even, as the reference prints them', () => {
  expect([0.0625, 0.1875, -0.0625, 0.3125, 0.0005, 1.0625].map(threeDecimals)).toStrictEqual([
    '0.062',
    '0.188',
    '-0.062',
    '0.312',
    '0.001',
    '1.062',
  ]);
});
