import { normalCdf } from './normalCdf.ts';
import type { RunResult, StepOutcome } from './run.ts';
import { processScore } from './trace.ts';

/**
 * The kit's own summary of a run, for orientation; the board computes its own.
 * Definitions in docs/statistics.md. `null` means that the sample does not carry the
 * statistic (too few steps, no variance, nothing stated).
 */
export interface RunSummary {
  readonly steps: number;
  /** Last NAV over the first, less 1. */
  readonly total_return: number;
  /** Mean over sample standard deviation of the step returns, not annualised. */
  readonly sharpe_per_period: number | null;
  /** Probability that the true Sharpe ratio exceeds 0. */
  readonly psr_zero: number | null;
  /** Largest fall from a peak, as a positive fraction of the peak. */
  readonly max_drawdown: number;
  /** Mean per step of value traded over NAV. */
  readonly turnover_per_step: number;
  /** Mean per step of gross position value over NAV. */
  readonly exposure_mean: number;
  /** Steps with a return above 0 over steps with a return other than 0. */
  readonly hit_rate: number | null;
  /** Mean squared error of stated confidences, over `brier_pairs` pairs. */
  readonly brier: number | null;
  readonly brier_pairs: number;
  readonly process_score: number;
}

/** Sums that only the steps themselves can give; fixed size. */
export class StepTotals {
  turnover = 0;
  exposure = 0;

  add(outcome: StepOutcome): void {
    this.turnover += outcome.turnover;
    this.exposure += outcome.grossExposure;
  }
}

/** Summary of a run whose NAV starts at 1. */
export function summarize(result: RunResult, finalNav: number, totals: StepTotals): RunSummary {
  const { returns } = result;
  const steps = returns.length;
  const moments = momentsOf(returns);
  const sharpe = moments === null ? null : moments.mean / moments.deviation;
  return {
    steps,
    total_return: finalNav - 1,
    sharpe_per_period: sharpe,
    psr_zero: moments === null || sharpe === null ? null : probabilisticSharpe(sharpe, moments, steps),
    max_drawdown: maxDrawdown(returns),
    turnover_per_step: steps === 0 ? 0 : totals.turnover / steps,
    exposure_mean: steps === 0 ? 0 : totals.exposure / steps,
    hit_rate: hitRate(returns),
    brier: brier(result.confidences, result.outcomes),
    brier_pairs: result.confidences.length,
    process_score: processScore(result.trace.events),
  };
}

interface Moments {
  readonly mean: number;
  /** Sample standard deviation (n - 1). */
  readonly deviation: number;
  readonly skewness: number;
  /** Not excess: 3 for a normal. */
  readonly kurtosis: number;
}

function momentsOf(returns: Float64Array): Moments | null {
  const n = returns.length;
  if (n < 2) return null;
  const mean = returns.reduce((sum, each) => sum + each, 0) / n;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (const each of returns) {
    const difference = each - mean;
    const square = difference * difference;
    second += square;
    third += square * difference;
    fourth += square * square;
  }
  const deviation = Math.sqrt(second / (n - 1));
  if (!(deviation > 0)) return null;
  const variance = second / n;
  return {
    mean,
    deviation,
    skewness: third / n / variance ** 1.5,
    kurtosis: fourth / n / (variance * variance),
  };
}

/**
 * Source: Bailey, Lopez de Prado, "The Sharpe ratio efficient frontier", Journal of
 * Risk 15(2), 2012, with a benchmark of 0.
 */
function probabilisticSharpe(sharpe: number, moments: Moments, n: number): number | null {
  const spread = 1 - moments.skewness * sharpe + ((moments.kurtosis - 1) / 4) * sharpe * sharpe;
  if (!(spread > 0)) return null;
  return normalCdf((sharpe * Math.sqrt(n - 1)) / Math.sqrt(spread));
}

function maxDrawdown(returns: Float64Array): number {
  let nav = 1;
  let peak = 1;
  let worst = 0;
  for (const each of returns) {
    nav *= 1 + each;
    peak = Math.max(peak, nav);
    if (peak > 0) worst = Math.max(worst, 1 - nav / peak);
  }
  return worst;
}

function hitRate(returns: Float64Array): number | null {
  let moved = 0;
  let up = 0;
  for (const each of returns) {
    if (each === 0) continue;
    moved += 1;
    if (each > 0) up += 1;
  }
  return moved === 0 ? null : up / moved;
}

function brier(confidences: readonly number[], outcomes: readonly boolean[]): number | null {
  if (confidences.length === 0) return null;
  let sum = 0;
  for (const [index, confidence] of confidences.entries()) {
    const error = confidence - (outcomes[index] ? 1 : 0);
    sum += error * error;
  }
  return sum / confidences.length;
}
