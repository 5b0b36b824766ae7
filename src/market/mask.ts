import { compareUtf8 } from '../kernel/utf8.ts';
import type { Dataset, Sidecars } from './dataset.ts';

/**
 * The same prices under names that say nothing: symbols `ASSET_000`.. in symbol
 * order, dates `t0`.. (page 3.2). Sidecars follow their symbol and bar; their own
 * text is not changed.
 */
export function maskDataset(dataset: Dataset): Dataset {
  const masked = dataset.symbols.map((_, index) => ({
    symbol: `ASSET_${String(index).padStart(3, '0')}`,
    index,
  }));
  // From the thousandth symbol on, the new names no longer sort as the old ones did.
  masked.sort((a, b) => compareUtf8(a.symbol, b.symbol));
  const order = masked.map((each) => each.index);
  return {
    source: dataset.source,
    dates: dataset.dates.map((_, bar) => `t${bar}`),
    symbols: masked.map((each) => each.symbol),
    closes: order.map((index) => dataset.closes[index]!),
    dividends: order.map((index) => dataset.dividends[index]!),
    sidecars: dataset.sidecars && reorder(dataset.sidecars, order),
  };
}

function reorder(sidecars: Sidecars, order: readonly number[]): Sidecars {
  return {
    digests: sidecars.digests,
    fundamentalsAt: (bar, symbolIndex) => sidecars.fundamentalsAt(bar, order[symbolIndex]!),
    newsAt: (bar, symbolIndex) => sidecars.newsAt(bar, order[symbolIndex]!),
  };
}
