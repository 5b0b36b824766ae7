import { limits } from '../kernel/limits.ts';
import type { Dataset } from '../market/dataset.ts';
import type { MarketObservation, SymbolSnapshot } from '../protocol/observation.ts';

const NO_FUNDAMENTALS: ReadonlyMap<string, number> = new Map();
const NO_NEWS: readonly string[] = [];

/**
 * The observation at a bar (page 2.2): closes up to it and no later, and the book as
 * `cash` and `shares` state it (a fault plan passes what is shown, not what is true).
 */
export function observationAt(
  dataset: Dataset,
  bar: number,
  cash: number,
  shares: ArrayLike<number>,
): MarketObservation {
  return {
    date: dataset.dates[bar]!,
    cash,
    symbols: snapshotsAt(dataset, bar),
    portfolio: dataset.symbols.map((symbol, index) => ({ symbol, shares: shares[index]!, avg_price: 0 })),
  };
}

/** The part of an observation that does not depend on the book. */
function snapshotsAt(dataset: Dataset, bar: number): SymbolSnapshot[] {
  const first = Math.max(0, bar - (limits.closeHistory - 1));
  return dataset.symbols.map((symbol, index) => ({
    symbol,
    close_history: closesBetween(dataset.closes[index]!, first, bar),
    fundamentals: dataset.sidecars?.fundamentalsAt(bar, index) ?? NO_FUNDAMENTALS,
    news: dataset.sidecars?.newsAt(bar, index) ?? NO_NEWS,
  }));
}

/** A copy: a view would carry the later bars in its buffer. */
function closesBetween(closes: Float64Array, first: number, last: number): number[] {
  const history: number[] = [];
  for (let bar = first; bar <= last; bar += 1) history.push(closes[bar]!);
  return history;
}
