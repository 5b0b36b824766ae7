import { compareUtf8 } from '../../kernel/utf8.ts';
import type { Series } from '../createDataset.ts';
import type { Findings } from './findings.ts';
import type { Labels } from './labels.ts';
import { noticeLeftOut } from './leftOut.ts';
import { noticeOrder, noticePrices } from './priceNotices.ts';
import type { PriceRows } from './priceRows.ts';

/** How the dates of a file relate to its symbols. */
export interface Coverage {
  /** Symbols that have each date. */
  readonly symbolsOf: Uint32Array;
  /** Numbers of the dates that every symbol has. */
  readonly isCommon: (date: number) => boolean;
}

/**
 * Brings all symbols onto one axis: the dates that every symbol has, in byte order
 * (page 3.3). Says what that left out; refuses a (date, symbol) that stands twice and
 * fewer than two common dates. Null if the file is refused.
 */
export function align(
  dates: Labels,
  symbols: Labels,
  rows: PriceRows,
  findings: Findings,
): { readonly dates: readonly string[]; readonly series: readonly Series[] } | null {
  const symbolCount = symbols.texts.length;
  const grouped = rows.bySymbol(symbolCount);
  const symbolsOf = countSymbols(dates, symbols, rows, grouped.order, findings);
  if (findings.refused) return null;
  const coverage: Coverage = { symbolsOf, isCommon: (date) => symbolsOf[date] === symbolCount };

  const common = Array.from(dates.texts.keys()).filter(coverage.isCommon);
  common.sort((a, b) => compareUtf8(dates.texts[a]!, dates.texts[b]!));
  if (common.length < 2) {
    const facts = { common: common.length, dates: dates.texts.length, symbols: symbolCount };
    findings.add({ code: 'csv-too-few-common-dates', severity: 'error', row: null, facts });
    return null;
  }
  noticeOrder(dates, rows, findings);
  if (common.length < dates.texts.length) noticeLeftOut(dates, symbols, rows, grouped, coverage, findings);
  noticePrices(rows, findings);
  return { dates: common.map((date) => dates.texts[date]!), series: fill(common, dates, symbols, rows) };
}

function countSymbols(
  dates: Labels,
  symbols: Labels,
  rows: PriceRows,
  order: Uint32Array,
  findings: Findings,
): Uint32Array {
  const symbolsOf = new Uint32Array(dates.texts.length);
  const lastSymbol = new Int32Array(dates.texts.length).fill(-1);
  const lastEntry = new Uint32Array(dates.texts.length);
  for (const entry of order) {
    const date = rows.dates[entry]!;
    const symbol = rows.symbols[entry]!;
    if (lastSymbol[date] !== symbol) {
      lastSymbol[date] = symbol;
      lastEntry[date] = entry;
      symbolsOf[date]! += 1;
      continue;
    }
    const first = lastEntry[date]!;
    const same = rows.closes[first] === rows.closes[entry] && rows.dividends[first] === rows.dividends[entry];
    findings.add({
      code: 'csv-row-twice',
      severity: 'error',
      row: rows.rows[entry]!,
      otherRow: rows.rows[first]!,
      facts: { date: dates.texts[date]!, symbol: symbols.texts[symbol]!, same },
    });
  }
  return symbolsOf;
}

function fill(common: readonly number[], dates: Labels, symbols: Labels, rows: PriceRows): readonly Series[] {
  const barOf = new Int32Array(dates.texts.length).fill(-1);
  for (const [bar, date] of common.entries()) barOf[date] = bar;
  const series = symbols.texts.map((symbol) => ({
    symbol,
    closes: new Float64Array(common.length),
    dividends: rows.pays ? new Float64Array(common.length) : null,
  }));
  for (let entry = 0; entry < rows.length; entry += 1) {
    const bar = barOf[rows.dates[entry]!]!;
    if (bar < 0) continue;
    const each = series[rows.symbols[entry]!]!;
    each.closes[bar] = rows.closes[entry]!;
    if (each.dividends !== null) each.dividends[bar] = rows.dividends[entry]!;
  }
  return series;
}
