import { limits } from '../../kernel/limits.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import type { Coverage } from './align.ts';
import { isWeekend } from './dateLabel.ts';
import type { Findings } from './findings.ts';
import type { Labels } from './labels.ts';
import type { PriceRows } from './priceRows.ts';

/**
 * What the common axis cost: per symbol, the dates of its own that were left out
 * because another symbol lacks them, and the dates that it lacks itself.
 */
export function noticeLeftOut(
  dates: Labels,
  symbols: Labels,
  rows: PriceRows,
  grouped: { readonly order: Uint32Array; readonly starts: Uint32Array },
  coverage: Coverage,
  findings: Findings,
): void {
  const all = dates.texts.length;
  let listed = 0;
  for (const [symbol, name] of symbols.texts.entries()) {
    const entries = grouped.order.subarray(grouped.starts[symbol], grouped.starts[symbol + 1]);
    const row = symbols.firstRows[symbol]!;
    if (entries.length < all) {
      // Listing what is absent walks the whole axis, so only for those that are shown.
      listed += 1;
      const absent = listed > limits.findingsPerCode ? [] : absentDates(all, rows, entries);
      const facts = { symbol: name, count: all - entries.length, of: all, ...span(absent, dates) };
      findings.add({ code: 'csv-dates-lacking', severity: 'notice', row, facts });
    }
    const left: number[] = [];
    for (const entry of entries) if (!coverage.isCommon(rows.dates[entry]!)) left.push(rows.dates[entry]!);
    if (left.length === 0) continue;
    const facts = { symbol: name, count: left.length, of: entries.length, ...span(left, dates) };
    findings.add({ code: 'csv-dates-left-out', severity: 'notice', row, facts });
  }
}

function absentDates(all: number, rows: PriceRows, entries: Uint32Array): readonly number[] {
  const present = new Uint8Array(all);
  for (const entry of entries) present[rows.dates[entry]!] = 1;
  return Array.from(present.keys()).filter((date) => present[date] === 0);
}

function span(some: readonly number[], dates: Labels) {
  let first = dates.texts[some[0] ?? 0]!;
  let last = first;
  for (const date of some) {
    const text = dates.texts[date]!;
    if (compareUtf8(text, first) < 0) first = text;
    if (compareUtf8(text, last) > 0) last = text;
  }
  return { first, last, weekends: some.length > 0 && some.every((date) => isWeekend(dates.texts[date]!)) };
}
