import { describe, expect, test } from 'vitest';
import { aggregate } from '../../../src/harness/sweep/aggregate.ts';
import { sweepReport } from '../../../src/harness/sweep/report.ts';
import { bad, clean, notRun, noUsage, plan } from './support.ts';

describe('the totals of a sweep', () => {
  test('are over the clean runs; the gate is over all of them', () => {
    const { totals, failures, status } = aggregate([
      clean(0, { total_return: 0.5, sharpe_per_period: 0.25, psr_zero: 0.9, max_drawdown: 0.125 }),
      clean(1, { total_return: -0.25, sharpe_per_period: -0.75, psr_zero: 0.5, max_drawdown: 0.5 }),
      clean(2, { total_return: 0.25, sharpe_per_period: null, psr_zero: null, max_drawdown: 0.25 }),
      bad(3, 'failed', 'agent_protocol_violation'),
    ]);
    expect(totals).toStrictEqual({
      clean_runs: 3,
      return_mean: 0.5 / 3,
      return_median: 0.25,
      return_min: -0.25,
      return_max: 0.5,
      sharpe_per_period_mean: -0.25,
      sharpe_runs: 2,
      psr_zero_mean: 0.7,
      psr_runs: 2,
      max_drawdown_worst: 0.5,
      gate: { psr_zero_at_least: 0.9, passed: 1, runs: 4, pass_rate: 0.25 },
    });
    expect(failures).toStrictEqual({ agent_protocol_violation: 1 });
    expect(status).toStrictEqual({ clean: 3, failed: 1, incomplete: 0, not_run: 0 });
  });

  test('have a median between the middle two of an even number', () => {
    const returns = [4, 1, 3, 2].map((each, index) => clean(index, { total_return: each }));
    expect(aggregate(returns).totals?.return_median).toBe(2.5);
  });

  test('are not claimed while a cell has no run', () => {
    const cells = [clean(0), bad(1, 'incomplete', 'timeout'), notRun(2), notRun(3)];
    expect(aggregate(cells)).toMatchObject({
      totals: null,
      no_totals: '1 of 4 cells incomplete, 2 of 4 cells not run',
    });
  });

  test('of a shard are not claimed either', () => {
    const report = sweepReport(plan(), { index: 1, count: 2 }, [clean(0), clean(2)]);
    expect(report.overall).toMatchObject({ cells: 2, totals: null, no_totals: 'shard 1/2 alone' });
    expect(report.by_window[0]).toMatchObject({ totals: null, no_totals: 'shard 1/2 alone' });
  });
});

describe('the usage of a sweep', () => {
  test('stays unknown where no one reported it, and is exact where someone did', () => {
    const reported = { ...noUsage, decisions_reported: 1, cost_usd: 0.5, tokens_in: 2n ** 63n };
    const cells = [clean(0), { ...clean(1), usage: reported }, { ...clean(2), usage: reported }, clean(3)];
    expect(sweepReport(plan(), null, cells).usage).toStrictEqual({
      ...noUsage,
      decisions_reported: 2,
      cost_usd: 1,
      tokens_in: 18446744073709551615n,
    });
    expect(sweepReport(plan(), null, [clean(0)]).usage).toStrictEqual(noUsage);
  });
});
