import { describe, expect, test } from 'vitest';
import type { DecisionCost } from '../../../src/protocol/decision.ts';
import { benchOf, read, recordedRun } from './bench.ts';

const cost = (changes: Partial<DecisionCost> = {}): DecisionCost => ({
  cost_usd: 0.01,
  tokens_in: 900n,
  tokens_out: 100n,
  reasoning_tokens: 40n,
  ...changes,
});

describe('cost reporting', () => {
  const of = (costs: readonly (DecisionCost | null)[]) =>
    read(benchOf('cost-reporting', [recordedRun(0, { costs })]));

  test('nothing reported is unknown: no pass, and no zero', async () => {
    const reading = await of([null]);
    expect(reading).toMatchObject({ status: 'abstained', measures: [] });
    expect(reading.reason).toContain('unknown, not zero');
  });

  test.each([
    ['dollars and tokens', [cost()]],
    ['tokens alone', [cost({ cost_usd: 0 })]],
    ['dollars alone', [cost({ tokens_in: 0n, tokens_out: 0n, reasoning_tokens: 0n })]],
    [
      'tokens, and nothing where nothing was spent',
      [cost({ cost_usd: 0 }), cost({ cost_usd: 0, tokens_in: 0n, tokens_out: 0n, reasoning_tokens: 0n })],
    ],
  ])('%s can be true', async (_what, costs) => {
    expect((await of(costs)).status).toBe('passed');
  });

  test.each([
    ['as if they were one', [cost(), cost({ cost_usd: 0 })]],
    ['more reasoning tokens than tokens out', [cost({ reasoning_tokens: 101n })]],
    ['report nothing, so totals are unknown', [cost(), null]],
  ])('%s is doubted', async (words, costs) => {
    const reading = await of(costs);
    expect(reading.status).toBe('failed');
    expect(reading.reason).toContain(words);
  });
});

describe('the declared mandate', () => {
  const summary = (max_drawdown: number, total_return = 0.01) => ({ max_drawdown, total_return });

  test('no mandate is nothing to judge', async () => {
    expect(await read(benchOf('declared-mandate', [recordedRun(0)]))).toMatchObject({ status: 'abstained' });
  });

  test('one run that falls further refutes a cap; a fall to the cap does not', async () => {
    const mandate = { kind: 'drawdown_capped', max_per_run_drawdown: 0.1 } as const;
    const held = [recordedRun(0, { summary: summary(0.1) }), recordedRun(1, { summary: summary(0.05) })];
    expect((await read(benchOf('declared-mandate', held, { mandate }))).status).toBe('passed');
    const broken = [...held, recordedRun(2, { summary: summary(0.1001) })];
    expect(await read(benchOf('declared-mandate', broken, { mandate }))).toMatchObject({
      status: 'failed',
      evidence: ['cells/2'],
    });
  });

  test.each([
    { kind: 'absolute_return' } as const,
    { kind: 'outperform_buy_and_hold' } as const,
    { kind: 'relative_to', benchmark_id: 'buy-and-hold' } as const,
  ])('$kind is the board’s to judge: numbers by regime, and no verdict', async (mandate) => {
    const reading = await read(
      benchOf('declared-mandate', [recordedRun(0, { summary: summary(0.01, -0.5) })], { mandate }),
    );
    expect(reading.status).toBe('abstained');
    expect(reading.measures).toHaveLength(1);
    expect(reading.measures[0]?.value).toBeLessThan(0);
  });

  test('runs of a benchmark that is not here are the board’s alone', async () => {
    const mandate = { kind: 'relative_to', benchmark_id: 'someone-else' } as const;
    const reading = await read(benchOf('declared-mandate', [recordedRun(0)], { mandate }));
    expect(reading).toMatchObject({
      status: 'abstained',
      reason: 'only the board has the runs of someone-else',
    });
  });
});

describe('latency headroom', () => {
  test('a first answer beyond the bound counts: a budget is spent on start-up as well', async () => {
    const run = recordedRun(0);
    const [first, ...rest] = run.turns;
    const slow = { ...run, turns: [{ ...first!, decideMs: 900 }, ...rest] };
    expect(await read(benchOf('latency-headroom', [slow]))).toMatchObject({
      status: 'failed',
      reason: 'p95 and max come close to the budget or pass it',
    });
    expect((await read(benchOf('latency-headroom', [run]))).status).toBe('passed');
  });
});
