import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import type { Dataset, Window } from './dataset.ts';

/** The market that is used when no data is named, with its own two windows (page 2.8). */
export const builtInSpec = 'synthetic:8:180:20260621';
export const builtInWindows: readonly Window[] = [
  { start: 20, end: 100 },
  { start: 100, end: 180 },
];

/**
 * The two windows of a dataset of `bars` bars (page 2.8).
 * Throws `UsageError` (`too-few-bars`) below 40.
 */
export function defaultWindows(bars: number): readonly Window[] {
  if (bars < limits.minBars) {
    throw new UsageError(
      diagnostic('too-few-bars', 'error', {}, { facts: { bars, needed: limits.minBars } }),
    );
  }
  const warm = Math.min(Math.max(Math.floor(bars / 10), 10), 30);
  const middle = Math.floor((warm + bars) / 2);
  return [
    { start: warm, end: middle },
    { start: middle, end: bars },
  ];
}

/** All in bars: `warmup` before the first test, `test` tested, then on by `step`. */
export interface WalkForward {
  readonly warmup: number;
  readonly test: number;
  readonly step: number;
}

/**
 * Windows [warmup, warmup + test), then the same shifted by `step`, as long as a
 * whole one fits. Throws `UsageError` if a number makes no sense or none fits.
 */
export function walkForwardWindows(bars: number, plan: WalkForward): readonly Window[] {
  const refuse = (field: keyof WalkForward, accepted: string): never => {
    const rest = { found: String(plan[field]), accepted: [accepted], facts: { field, bars } };
    throw new UsageError(diagnostic('walk-forward', 'error', {}, rest));
  };
  if (!Number.isSafeInteger(plan.warmup) || plan.warmup < 0)
    refuse('warmup', 'a whole number of bars, at least 0');
  if (!Number.isSafeInteger(plan.test) || plan.test < 1) refuse('test', 'a whole number of bars, at least 1');
  if (!Number.isSafeInteger(plan.step) || plan.step < 1) refuse('step', 'a whole number of bars, at least 1');
  if (plan.warmup + plan.test > bars) refuse('test', `warmup + test at most ${bars}`);
  const windows: Window[] = [];
  for (let start = plan.warmup; start + plan.test <= bars; start += plan.step) {
    windows.push({ start, end: start + plan.test });
  }
  return windows;
}

/**
 * Reads `A:B`, the bars A to B - 1 of a dataset of `bars` bars.
 * Throws `UsageError` (`window-text`, `window-range`).
 */
export function parseWindow(text: string, bars: number): Window {
  const match = /^([0-9]{1,15}):([0-9]{1,15})$/.exec(text);
  if (match === null) {
    const accepted = [`A:B with 0 <= A < B <= ${bars}`];
    throw new UsageError(diagnostic('window-text', 'error', {}, { found: text, accepted, facts: { bars } }));
  }
  const window = { start: Number(match[1]), end: Number(match[2]) };
  if (window.start >= window.end || window.end > bars) {
    const accepted = [`A:B with 0 <= A < B <= ${bars}`];
    const facts = { bars, start: window.start, end: window.end };
    throw new UsageError(diagnostic('window-range', 'error', {}, { found: text, accepted, facts }));
  }
  return window;
}

export type Regime = 'bull' | 'bear' | 'chop';

/** What the market as a whole did in a window (page 2.8). */
export function regimeOf(dataset: Dataset, window: Window): Regime {
  const last = Math.min(window.end, dataset.dates.length) - 1;
  if (last - window.start < 1) return 'chop';
  let sum = 0;
  let count = 0;
  for (const closes of dataset.closes) {
    const start = closes[window.start]!;
    if (!(start > 0)) continue;
    sum += closes[last]! / start - 1;
    count += 1;
  }
  const mean = count === 0 ? 0 : sum / count;
  if (mean > 0.03) return 'bull';
  return mean < -0.03 ? 'bear' : 'chop';
}
