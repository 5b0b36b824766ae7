import { invariant } from '../kernel/invariant.ts';
import { compareUtf8 } from '../kernel/utf8.ts';
import type { Dataset } from './dataset.ts';

/** Prices of one symbol, one entry a bar. */
export interface Series {
  readonly symbol: string;
  readonly closes: Float64Array;
  readonly dividends: Float64Array | null;
}

/**
 * Puts series into the one order that everything else relies on: symbols in UTF-8
 * byte order, dividends only for symbols that pay at all (page 3.1).
 */
export function createDataset(source: string, dates: readonly string[], series: readonly Series[]): Dataset {
  const sorted = [...series].sort((a, b) => compareUtf8(a.symbol, b.symbol));
  for (const each of sorted) {
    invariant(each.closes.length === dates.length, 'one close a bar');
    invariant(each.dividends === null || each.dividends.length === dates.length, 'one dividend a bar');
  }
  return {
    source,
    dates,
    symbols: sorted.map((each) => each.symbol),
    closes: sorted.map((each) => each.closes),
    dividends: sorted.map((each) => (each.dividends?.some((value) => value !== 0) ? each.dividends : null)),
    sidecars: null,
  };
}
