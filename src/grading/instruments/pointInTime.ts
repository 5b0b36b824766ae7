import { ObservationLines } from '../../harness/observationLines.ts';
import type { Dataset, Sidecars } from '../../market/dataset.ts';
import type { Bench, Market } from '../bench.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { type LineBuilder, shownLines } from '../record/shownLines.ts';
import { type InstrumentRow, measured, type Reading, reading } from './instrument.ts';
import { counted, runRef } from './runsText.ts';

/**
 * No observation knows a later bar. The recorded decisions run once more on data whose
 * future is replaced: up to the cut every byte has to be the same, and the next
 * observation has to show the marker, or the test would have seen nothing.
 */
export const pointInTime: InstrumentRow = {
  id: 'point-in-time',
  requirementId: 'point-in-time',
  title: 'no observation knows a later bar',
  required: true,
  binding: true,
  bounds: {
    cuts: { value: 4, min: 1, max: 64, unit: 'places where the future is replaced, a run' },
  },
  measure: async ({ runs, candidate, rule, builder }: Bench) =>
    readPointInTime(runs.plain, candidate.market, rule.bounds.cuts!, builder),
  control: { name: 'leaky builder', catches: 'shows the close of the next bar', builder: leakyBuilder },
};

function readPointInTime(
  runs: readonly RecordedRun[],
  market: Market,
  cuts: number,
  builder?: LineBuilder,
): Reading {
  let compared = 0;
  let planted = 0;
  let seen = 0;
  for (const run of runs) {
    const before = shownLines(run, market, undefined, builder);
    for (const cut of cutsOf(before.length, cuts)) {
      const dataset = withOtherFuture(market.dataset, run.cell.window.start + cut);
      const after = shownLines(run, { ...market, dataset }, cut + 2, builder);
      const leak = before.slice(0, cut + 1).findIndex((line, step) => !equalBytes(line, after[step]));
      if (leak !== -1) {
        return reading('failed', `the observation of step ${leak} changes with the bar after step ${cut}`, {
          restsOn: [counted(compared, 'observation')],
          evidence: [runRef(run)],
        });
      }
      compared += cut + 1;
      if (bookOf(before[cut + 1]) !== bookOf(after[cut + 1])) {
        return reading('failed', `the book after step ${cut} depends on the bar that follows`, {
          restsOn: [counted(compared, 'observation')],
          evidence: [runRef(run)],
        });
      }
      if (after[cut + 1] === undefined) continue;
      planted += 1;
      if (!equalBytes(before[cut + 1]!, after[cut + 1])) seen += 1;
    }
  }
  const restsOn = [
    `${counted(runs.length, 'recorded run')} without the agent, ${counted(compared, 'observation')} compared byte for byte`,
  ];
  const measures = [measured('planted futures', planted), measured('seen once they were present', seen)];
  if (compared === 0 || planted === 0) return reading('invalid', 'no run has a step to cut at', { restsOn });
  if (seen < planted) {
    return reading('invalid', 'a planted future was not seen when it had come: nothing was tested', {
      restsOn,
      measures,
    });
  }
  return reading('passed', 'no byte depends on a later bar', { restsOn, measures });
}

/** Steps after which the future is replaced: spread over the run, its first among them. */
function cutsOf(steps: number, count: number): readonly number[] {
  if (steps < 2) return [];
  const last = steps - 2;
  const each = Array.from({ length: count }, (_, index) =>
    Math.round((last * index) / Math.max(1, count - 1)),
  );
  return [...new Set(each)];
}

/** The dataset with every value after `bar` replaced: closes, dividends and what lies beside them. */
function withOtherFuture(dataset: Dataset, bar: number): Dataset {
  const replaced = (values: Float64Array, to: (value: number) => number) =>
    values.map((value, index) => (index <= bar ? value : to(value)));
  return {
    ...dataset,
    closes: dataset.closes.map((closes) => replaced(closes, (close) => close * 3 + 1)),
    dividends: dataset.dividends.map((paid) => (paid === null ? null : replaced(paid, (value) => value + 1))),
    sidecars: dataset.sidecars === null ? null : otherSidecars(dataset.sidecars, bar),
  };
}

function otherSidecars(sidecars: Sidecars, bar: number): Sidecars {
  return {
    digests: sidecars.digests,
    fundamentalsAt: (at, symbol) =>
      at <= bar ? sidecars.fundamentalsAt(at, symbol) : new Map([['planted', at]]),
    newsAt: (at, symbol) => (at <= bar ? sidecars.newsAt(at, symbol) : ['planted']),
  };
}

/** The positive control: everything as it is, but one bar too early. */
function leakyBuilder(dataset: Dataset): ObservationLines {
  const closes = dataset.closes.map((each) => each.map((close, bar) => each[bar + 1] ?? close));
  return new ObservationLines({ ...dataset, closes });
}

/** Cash and shares: what came of the decision before, at prices of its own bar. */
function bookOf(line: Uint8Array | undefined): string {
  if (line === undefined) return '';
  const { cash, portfolio } = JSON.parse(Buffer.from(line).toString('utf8')) as Record<string, unknown>;
  return JSON.stringify([cash, portfolio]);
}

function equalBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}
