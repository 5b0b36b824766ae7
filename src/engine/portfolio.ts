import type { CostModel } from './costModel.ts';
import type { Book } from './fill.ts';

/** `cash + sum(shares * close)`, summed from 0 in symbol order. */
export function netAssetValue(book: Book, closes: readonly Float64Array[], bar: number): number {
  const { shares } = book;
  let sum = 0;
  for (let symbol = 0; symbol < shares.length; symbol += 1) sum += shares[symbol]! * closes[symbol]![bar]!;
  return book.cash + sum;
}

/** `sum(|shares * close|)`. */
export function grossExposure(book: Book, closes: readonly Float64Array[], bar: number): number {
  const { shares } = book;
  let sum = 0;
  for (let symbol = 0; symbol < shares.length; symbol += 1) {
    sum += Math.abs(shares[symbol]! * closes[symbol]![bar]!);
  }
  return sum;
}

/** What the book's shares are paid on a bar; `dividends` has null for a symbol that pays none. */
export function dividendsOn(book: Book, dividends: readonly (Float64Array | null)[], bar: number): number {
  const { shares } = book;
  let sum = 0;
  for (let symbol = 0; symbol < shares.length; symbol += 1) {
    const paid = dividends[symbol]!;
    if (paid !== null) sum += shares[symbol]! * paid[bar]!;
  }
  return sum;
}

/** Adds them to the cash, symbol by symbol (page 2.3, step 5). */
export function payDividends(book: Book, dividends: readonly (Float64Array | null)[], bar: number): void {
  for (let symbol = 0; symbol < dividends.length; symbol += 1) {
    const dividend = dividends[symbol]?.[bar] ?? 0;
    if (dividend !== 0) book.cash += book.shares[symbol]! * dividend;
  }
}

/** Takes financing and short borrow off the cash; returns what was charged (page 2.3, step 6). */
export function chargeFinancing(
  book: Book,
  closes: readonly Float64Array[],
  bar: number,
  costs: CostModel,
): number {
  const nav = netAssetValue(book, closes, bar);
  if (!(nav > 1e-12)) return 0;
  const gross = grossExposure(book, closes, bar) / nav;
  const financing = (costs.financingBps / 10_000) * Math.max(gross - 1, 0) * nav;
  book.cash -= financing;
  let carry = 0 + financing;
  if (costs.shortBorrowBps !== 0) {
    const short = shortExposure(book, closes, bar) / nav;
    const borrow = (costs.shortBorrowBps / 10_000) * Math.max(short, 0) * nav;
    book.cash -= borrow;
    carry += borrow;
  }
  return carry;
}

function shortExposure(book: Book, closes: readonly Float64Array[], bar: number): number {
  const { shares } = book;
  let sum = 0;
  for (let symbol = 0; symbol < shares.length; symbol += 1) {
    sum += Math.max(-(shares[symbol]! * closes[symbol]![bar]!), 0);
  }
  return sum;
}
