import { describe, expect, test } from 'vitest';
import { mergeReports } from '../../../src/harness/sweep/merge.ts';
import { planDifferences, planKey } from '../../../src/harness/sweep/planKey.ts';
import { readReport } from '../../../src/harness/sweep/readReport.ts';
import type { CellResult } from '../../../src/harness/sweep/records.ts';
import { sweepReport, sweepReportText } from '../../../src/harness/sweep/report.ts';
import { UsageError } from '../../../src/kernel/errors.ts';
import { encodeUtf8 } from '../../../src/kernel/utf8.ts';
import { clean, notRun, noUsage, plan } from './support.ts';

const whole = [0, 1, 2, 3].map((index) => clean(index, { total_return: index / 3, sharpe_per_period: -0 }));

function file(name: string, index: number, cells: readonly CellResult[]) {
  const text = sweepReportText(sweepReport(plan(), { index, count: 2 }, cells));
  return readReport(name, encodeUtf8(text));
}

function codesOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.diagnostics.map((each) => each.code);
    throw error;
  }
  return [];
}

describe('merged shards', () => {
  const odd = whole.filter(({ index }) => index % 2 === 1);
  const even = whole.filter(({ index }) => index % 2 === 0);

  test('are the report of the whole, to the last byte, in any order', () => {
    const merged = mergeReports([file('b', 2, odd), file('a', 1, even)]);
    expect(sweepReportText(merged)).toBe(sweepReportText(sweepReport(plan(), null, whole)));
  });

  test('read back what was written: u64, -0, and large doubles', () => {
    const extreme = clean(0, { total_return: 1e17, sharpe_per_period: -0, psr_zero: 5e-324 });
    const usage = { ...noUsage, tokens_in: 18446744073709551615n, tokens_out: 0n, cost_usd: 1e16 };
    const read = file('a', 1, [{ ...extreme, usage }]).basis.cells[0]!;
    expect(read.summary).toStrictEqual(extreme.summary);
    expect(Object.is(read.summary?.sharpe_per_period, -0)).toBe(true);
    expect(read.usage).toStrictEqual(usage);
  });

  test('have no gap: a cell that did not run is one', () => {
    expect(codesOf(() => mergeReports([file('a', 1, even)]))).toStrictEqual(['merge-gap']);
    const cut = [odd[0]!, notRun(3)];
    expect(codesOf(() => mergeReports([file('a', 1, even), file('b', 2, cut)]))).toStrictEqual(['merge-gap']);
  });

  test('do not overlap', () => {
    const twice = () => mergeReports([file('a', 1, even), file('b', 1, even)]);
    expect(codesOf(twice)).toStrictEqual(['merge-overlap', 'merge-overlap']);
  });

  test('hold no cell of another shard than they say', () => {
    expect(codesOf(() => file('a', 1, odd))).toStrictEqual(['merge-unreadable']);
  });
});

describe('two plans', () => {
  test('are of one sweep wherever data and costs came from', () => {
    const elsewhere = plan({ data: { source: 'copy.csv', symbols: ['A'], bars: 40 }, costs: 'costs.json' });
    expect(planDifferences(plan(), elsewhere)).toStrictEqual([]);
    expect(planKey(elsewhere)).toBe(planKey(plan()));
  });

  test.each([
    [plan({ kit: '0.2.0' }), 'kit version'],
    [plan({ snapshot_id: 'beef' }), 'agent snapshot'],
    [plan({ agent: { ...plan().agent, id: 'momentum' } }), 'agent'],
    [plan({ agent: { ...plan().agent, transport: 'http' } }), 'transport'],
    [plan({ digests: { ...plan().digests, dataset_sha256: '3'.repeat(64) } }), 'data'],
    [plan({ digests: { ...plan().digests, cost_model_sha256: '3'.repeat(64) } }), 'costs'],
    [plan({ digests: { ...plan().digests, engine_version: '0.29.0' } }), 'engine'],
    [plan({ digests: { ...plan().digests, sidecars: { news: '3'.repeat(64) } } }), 'sidecars'],
    [plan({ decide_timeout_ms: 1 }), 'decide timeout'],
    [plan({ fault_plan: { sha256: '3'.repeat(64), faults: ['a'] } }), 'fault plan'],
    [plan({ retries: 0 }), 'retries'],
    [plan({ windows: [[20, 31]] }), 'windows'],
    [plan({ seeds: [0n, 1n, 2n, 18446744073709551615n] }), 'seeds'],
  ])('are not of one sweep if one thing differs: %#', (other, name) => {
    expect(planDifferences(plan(), other).map((each) => each.name)).toStrictEqual([name]);
    expect(planKey(other)).not.toBe(planKey(plan()));
  });
});
