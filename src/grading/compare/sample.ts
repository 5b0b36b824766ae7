/** What is compared: the runs of one agent, or of one generation of it, each with its numbers. */
export interface Sample {
  /** As it was asked for. */
  readonly name: string;
  readonly kind: 'check' | 'sweep' | 'session';
  readonly agent: string;
  readonly snapshotId: string;
  /** What must be equal for two samples to be compared, by the name that a message calls it. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Why none of it is taken; null if it is admitted. */
  readonly refusal: { readonly state: 'pending' | 'invalid'; readonly reason: string } | null;
  readonly cells: readonly SampleCell[];
}

/**
 * `complete`: its numbers are the agent's own. `excluded`: a failed run, whose returns are
 * not. `invalid`: no attempt got to its end. `pending`: it has not run, or not to its end.
 */
export interface SampleCell {
  readonly window_start: number;
  readonly window_end: number;
  readonly seed: bigint;
  readonly state: 'complete' | 'pending' | 'invalid' | 'excluded';
  readonly reason: string | null;
  readonly numbers: Readonly<Record<MetricName, number | null>>;
}

/** What is compared, the first of them above all; the others are read beside it. */
export const metrics = {
  total_return: { title: 'return', scale: 100, unit: '%' },
  sharpe_per_period: { title: 'Sharpe a step', scale: 1, unit: '' },
  max_drawdown: { title: 'drawdown', scale: 100, unit: '%' },
  turnover_per_step: { title: 'turnover a step', scale: 1, unit: '' },
  exposure_mean: { title: 'exposure', scale: 1, unit: '' },
} as const;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as MetricName[];

export function cellKey(cell: Pick<SampleCell, 'window_start' | 'window_end' | 'seed'>): string {
  return `[${cell.window_start},${cell.window_end}) seed ${cell.seed}`;
}
