import type { CellResult, CellStatus } from './records.ts';

/** A run passes the gate if the probability that its true Sharpe ratio exceeds 0 is at least this. */
const PSR_GATE = 0.9;

/** Over the clean runs of a part of the sweep; null where no run carries the number. */
export interface Totals {
  /** How many clean runs the statistics are over. */
  readonly clean_runs: number;
  readonly return_mean: number | null;
  readonly return_median: number | null;
  readonly return_min: number | null;
  readonly return_max: number | null;
  readonly sharpe_per_period_mean: number | null;
  /** Runs that carry a Sharpe ratio, and a PSR. */
  readonly sharpe_runs: number;
  readonly psr_zero_mean: number | null;
  readonly psr_runs: number;
  readonly max_drawdown_worst: number | null;
  readonly gate: Gate;
}

/** The per-run gate. A failed run, and one without a PSR, is a run that did not pass. */
export interface Gate {
  readonly psr_zero_at_least: number;
  readonly passed: number;
  /** The denominator: clean and failed runs. */
  readonly runs: number;
  readonly pass_rate: number;
}

export interface Aggregate {
  readonly cells: number;
  readonly status: Readonly<Record<CellStatus, number>>;
  /** How many cells ended in each kind of failure. */
  readonly failures: Readonly<Record<string, number>>;
  /** Null unless every cell has its run (page 6.1). */
  readonly totals: Totals | null;
  /** Why there are no totals. */
  readonly no_totals: string | null;
}

/**
 * Counts and statistics of some cells. A failed run's returns enter nothing; while a
 * cell has no run, no totals are claimed.
 */
export function aggregate(results: readonly CellResult[]): Aggregate {
  const status: Record<CellStatus, number> = { clean: 0, failed: 0, incomplete: 0, not_run: 0 };
  const failures: Record<string, number> = {};
  for (const each of results) {
    status[each.status] += 1;
    if (each.failure !== null) failures[each.failure] = (failures[each.failure] ?? 0) + 1;
  }
  const reason = withoutRun(status, results.length);
  return {
    cells: results.length,
    status,
    failures: Object.fromEntries(Object.entries(failures).sort(([a], [b]) => (a < b ? -1 : 1))),
    totals: reason === null ? totals(results) : null,
    no_totals: reason,
  };
}

function withoutRun(status: Readonly<Record<CellStatus, number>>, cells: number): string | null {
  const reasons = [
    status.incomplete > 0 ? `${status.incomplete} of ${cells} cells incomplete` : '',
    status.not_run > 0 ? `${status.not_run} of ${cells} cells not run` : '',
  ].filter((each) => each !== '');
  return reasons.length === 0 ? null : reasons.join(', ');
}

function totals(results: readonly CellResult[]): Totals {
  const summaries = results.flatMap((each) => (each.summary === null ? [] : [each.summary]));
  const returns = summaries.map((each) => each.total_return);
  const sharpes = present(summaries.map((each) => each.sharpe_per_period));
  const psrs = present(summaries.map((each) => each.psr_zero));
  const passed = psrs.filter((each) => each >= PSR_GATE).length;
  return {
    clean_runs: summaries.length,
    return_mean: mean(returns),
    return_median: median(returns),
    return_min: extreme(returns, Math.min),
    return_max: extreme(returns, Math.max),
    sharpe_per_period_mean: mean(sharpes),
    sharpe_runs: sharpes.length,
    psr_zero_mean: mean(psrs),
    psr_runs: psrs.length,
    max_drawdown_worst: extreme(
      summaries.map((each) => each.max_drawdown),
      Math.max,
    ),
    gate: {
      psr_zero_at_least: PSR_GATE,
      passed,
      runs: results.length,
      pass_rate: passed / results.length,
    },
  };
}

function present(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

/** Summed in cell order, so that the last bit does not depend on who finished first. */
function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
}

function median(values: readonly number[]): number | null {
  const ascending = values.toSorted((a, b) => a - b);
  const upper = ascending[Math.floor(ascending.length / 2)];
  const lower = ascending[Math.floor((ascending.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

function extreme(values: readonly number[], choose: (a: number, b: number) => number): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => choose(a, b));
}
