import { describe, expect, test } from 'vitest';
import { ObservationLines } from '../../../src/harness/observationLines.ts';
import type { Dataset, Sidecars } from '../../../src/market/dataset.ts';
import { benchOf, dataset, read, recordedRun } from './bench.ts';

/** Fundamentals and news that say which bar they are of. */
const sidecars: Sidecars = {
  digests: {},
  fundamentalsAt: (bar) => new Map([['bar', bar]]),
  newsAt: (bar) => [`bar ${bar}`],
};
const withSidecars: Dataset = { ...dataset, sidecars };

/** One value of each kind, one bar too early. */
const leaks: Readonly<Record<string, (from: Dataset) => Dataset>> = {
  close: (from) => ({
    ...from,
    closes: from.closes.map((each) => each.map((close, bar) => each[bar + 1] ?? close)),
  }),
  fundamental: (from) => ({
    ...from,
    sidecars: {
      ...from.sidecars!,
      fundamentalsAt: (bar, symbol) => from.sidecars!.fundamentalsAt(bar + 1, symbol),
    },
  }),
  headline: (from) => ({
    ...from,
    sidecars: { ...from.sidecars!, newsAt: (bar, symbol) => from.sidecars!.newsAt(bar + 1, symbol) },
  }),
};

describe('point-in-time', () => {
  test('the kit’s own observations know no later bar, sidecars included', async () => {
    const reading = await read(benchOf('point-in-time', [recordedRun(0), recordedRun(1)], {}, withSidecars));
    expect(reading).toMatchObject({ status: 'passed', reason: 'no byte depends on a later bar' });
    expect(reading.measures).toMatchObject([{ value: 8 }, { value: 8 }]);
  });

  test.each(Object.keys(leaks))('a %s that is shown one bar early is found', async (kind) => {
    const bench = benchOf('point-in-time', [recordedRun(0)], {}, withSidecars);
    const builder = (from: Dataset) => new ObservationLines(leaks[kind]!(from));
    expect(await read({ ...bench, builder })).toMatchObject({
      status: 'failed',
      reason: 'the observation of step 0 changes with the bar after step 0',
    });
  });

  test('a leak that only the third step has is found where it is', async () => {
    const bench = benchOf('point-in-time', [recordedRun(0)], {}, withSidecars);
    const builder = (from: Dataset) => {
      const [own, early] = [new ObservationLines(from), new ObservationLines(leaks.close!(from))];
      return {
        terminated: (bar: number, cash: number, shares: ArrayLike<number>) =>
          (bar === 23 ? early : own).terminated(bar, cash, shares),
      };
    };
    const rule = { ...bench.rule, bounds: { cuts: 12 } };
    expect(await read({ ...bench, builder, rule })).toMatchObject({
      status: 'failed',
      reason: 'the observation of step 3 changes with the bar after step 3',
    });
  });

  test('a builder that shows nothing of the market proves nothing', async () => {
    const bench = benchOf('point-in-time', [recordedRun(0)]);
    const line = Buffer.from('{"cash":1,"portfolio":[]}\n');
    expect(await read({ ...bench, builder: () => ({ terminated: () => line }) })).toMatchObject({
      status: 'invalid',
      reason: 'a planted future was not seen when it had come: nothing was tested',
    });
  });

  test('without a run it is invalid, and no pass', async () => {
    expect((await read(benchOf('point-in-time', []))).status).toBe('invalid');
  });
});
