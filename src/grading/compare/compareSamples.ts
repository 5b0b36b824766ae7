import { BOOTSTRAP_SEED, bootstrapInterval, LEVEL, RESAMPLES } from './bootstrap.ts';
import { cellKey, type MetricName, metricNames, type Sample, type SampleCell } from './sample.ts';

const COMPARISON_VERSION = 1;

/** Fewer windows than this are resampled cell by cell, and said to be few. */
const WINDOWS_LEAST = 5;

/** What two samples establish about each other, and what they do not. Property names are the document's. */
export interface Comparison {
  readonly type: 'comparison';
  readonly version: typeof COMPARISON_VERSION;
  readonly a: Side;
  readonly b: Side;
  /** What was paired, and drawn again: whole windows where there are enough, else cells. */
  readonly unit: 'window' | 'cell';
  readonly pairs: number;
  readonly windows: number;
  /** A single pair: nothing is known of its uncertainty. */
  readonly is_smoke_read: boolean;
  readonly interval: { readonly level: number; readonly resamples: number; readonly seed: bigint };
  readonly metrics: readonly MetricComparison[];
  /** Cells that were not paired. */
  readonly apart: {
    readonly pending: readonly Apart[];
    readonly invalid: readonly Apart[];
    readonly excluded: readonly Apart[];
  };
  /** Why nothing was compared; null if something was. */
  readonly no_comparison: string | null;
}

export interface Side {
  readonly name: string;
  readonly kind: Sample['kind'];
  readonly agent: string;
  readonly snapshot_id: string;
  readonly cells: number;
}

export interface Apart {
  readonly side: 'a' | 'b';
  readonly cell: string;
  readonly reason: string;
}

/** Of B less A, over the pairs in which both have the number. */
export interface MetricComparison {
  readonly metric: MetricName;
  readonly pairs: number;
  readonly mean_a: number | null;
  readonly mean_b: number | null;
  readonly mean_difference: number | null;
  readonly interval: readonly [number, number] | null;
  /** Null where the interval holds 0, or there is none. */
  readonly higher: 'a' | 'b' | null;
}

interface Pair {
  readonly a: SampleCell;
  readonly b: SampleCell;
}

/** Paired differences of complete cells, with a seeded bootstrap interval. */
export function compareSamples(a: Sample, b: Sample): Comparison {
  const isAdmitted = a.refusal === null && b.refusal === null;
  const pairs = isAdmitted ? pairsOf(a, b) : [];
  const windows = new Set(pairs.map((pair) => windowOf(pair.a))).size;
  const unit = windows >= WINDOWS_LEAST ? 'window' : 'cell';
  return {
    type: 'comparison',
    version: COMPARISON_VERSION,
    a: sideOf(a),
    b: sideOf(b),
    unit,
    pairs: pairs.length,
    windows,
    is_smoke_read: pairs.length === 1,
    interval: { level: LEVEL, resamples: RESAMPLES, seed: BOOTSTRAP_SEED },
    metrics: pairs.length === 0 ? [] : metricNames.map((metric) => compareMetric(metric, pairs, unit)),
    apart: apartOf(a, b),
    no_comparison: refusalOf(a, b, pairs.length),
  };
}

function pairsOf(a: Sample, b: Sample): readonly Pair[] {
  const byKey = new Map(b.cells.map((cell) => [cellKey(cell), cell]));
  return a.cells.flatMap((cell): Pair[] => {
    const other = byKey.get(cellKey(cell));
    return cell.state === 'complete' && other?.state === 'complete' ? [{ a: cell, b: other }] : [];
  });
}

function compareMetric(
  metric: MetricName,
  pairs: readonly Pair[],
  unit: Comparison['unit'],
): MetricComparison {
  const both = pairs.flatMap(({ a, b }) => {
    const [left, right] = [a.numbers[metric], b.numbers[metric]];
    const key = unit === 'window' ? windowOf(a) : cellKey(a);
    return left === null || right === null ? [] : [{ key, left, right, difference: right - left }];
  });
  const groups = new Map<string, number[]>();
  for (const { key, difference } of both) groups.set(key, [...(groups.get(key) ?? []), difference]);
  const interval = bootstrapInterval([...groups.values()]);
  return {
    metric,
    pairs: both.length,
    mean_a: mean(both.map(({ left }) => left)),
    mean_b: mean(both.map(({ right }) => right)),
    mean_difference: mean(both.map(({ difference }) => difference)),
    interval,
    higher: interval === null ? null : interval[0] > 0 ? 'b' : interval[1] < 0 ? 'a' : null,
  };
}

/** Pending, invalid and excluded cells are counted apart, never as zeros. */
function apartOf(a: Sample, b: Sample): Comparison['apart'] {
  const apart: Record<'pending' | 'invalid' | 'excluded', Apart[]> = {
    pending: [],
    invalid: [],
    excluded: [],
  };
  for (const [side, own, other] of [['a', a, b] as const, ['b', b, a] as const]) {
    const elsewhere = new Set(other.cells.map(cellKey));
    for (const cell of own.cells) {
      const key = cellKey(cell);
      if (cell.state !== 'complete')
        apart[cell.state].push({ side, cell: key, reason: cell.reason ?? cell.state });
      else if (!elsewhere.has(key))
        apart.excluded.push({ side, cell: key, reason: 'the other one has no such cell' });
    }
  }
  return apart;
}

function refusalOf(a: Sample, b: Sample, pairs: number): string | null {
  const refused = [a, b].flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name} is ${refusal.state}: ${refusal.reason}`],
  );
  if (refused.length > 0) return refused.join('; ');
  return pairs === 0 ? 'there is no cell that both have complete' : null;
}

function sideOf({ name, kind, agent, snapshotId, cells }: Sample): Side {
  return { name, kind, agent, snapshot_id: snapshotId, cells: cells.length };
}

function windowOf({ window_start: start, window_end: end }: SampleCell): string {
  return `${start}:${end}`;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
}
