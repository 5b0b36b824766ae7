import { compareUtf8 } from '../../kernel/utf8.ts';
import type { Findings } from './findings.ts';
import type { Labels } from './labels.ts';
import type { PriceRows } from './priceRows.ts';

/**
 * One notice if dates go backwards in the file. A file that holds one symbol after
 * the other goes backwards at each symbol's first row, and is in order all the same.
 */
export function noticeOrder(dates: Labels, rows: PriceRows, findings: Findings): void {
  const seen = new Set<number>();
  let before = 0;
  for (let entry = 0; entry < rows.length; entry += 1) {
    const date = rows.dates[entry]!;
    const symbol = rows.symbols[entry]!;
    const backwards = date !== before && compareUtf8(dates.texts[date]!, dates.texts[before]!) < 0;
    if (backwards && seen.has(symbol)) {
      const facts = { date: dates.texts[date]!, before: dates.texts[before]! };
      findings.add({ code: 'csv-dates-unsorted', severity: 'notice', row: rows.rows[entry]!, facts });
      return;
    }
    if (symbol !== rows.symbols[entry - 1]) seen.add(symbol);
    before = date;
  }
}

/** Prices that are accepted but deserve a look: none above zero, dividends above their close. */
export function noticePrices(rows: PriceRows, findings: Findings): void {
  const notPositive: number[] = [];
  const aboveClose: number[] = [];
  for (let entry = 0; entry < rows.length; entry += 1) {
    const close = rows.closes[entry]!;
    const dividend = rows.dividends[entry]!;
    if (close <= 0) notPositive.push(rows.rows[entry]!);
    if (dividend > 0 && dividend > close) aboveClose.push(rows.rows[entry]!);
  }
  for (const [code, found] of [
    ['close-not-positive', notPositive],
    ['dividend-above-close', aboveClose],
  ] as const) {
    if (found.length > 0) findings.add({ code, severity: 'warning', row: found[0]!, rows: found });
  }
}
