import { compareUtf8 } from '../kernel/utf8.ts';

/** One value, known from `bar` on. */
export interface FundamentalRow {
  readonly date: string;
  readonly bar: number;
  readonly symbolIndex: number;
  readonly field: string;
  readonly value: number;
}

interface FieldHistory {
  readonly field: string;
  /** Ascending; the value at the same index holds from that bar on. */
  readonly bars: number[];
  readonly values: number[];
}

/** Fields of one symbol, and the bars at which any of them changes. */
class SymbolHistory {
  readonly #fields: readonly FieldHistory[];
  readonly #changes: readonly number[];
  #stretch = -1;
  #shown: ReadonlyMap<string, number> = new Map();

  /** `rows` are in order of their dates. */
  constructor(rows: readonly FundamentalRow[]) {
    const fields = new Map<string, FieldHistory>();
    for (const { field, bar, value } of rows) {
      const history = fields.get(field) ?? { field, bars: [], values: [] };
      fields.set(field, history);
      // Several dates between two bars: the bar knows the latest of them.
      if (history.bars.at(-1) === bar) history.values[history.values.length - 1] = value;
      else {
        history.bars.push(bar);
        history.values.push(value);
      }
    }
    this.#fields = [...fields.values()].sort((a, b) => compareUtf8(a.field, b.field));
    this.#changes = [...new Set(rows.map((row) => row.bar))].sort((a, b) => a - b);
  }

  at(bar: number): ReadonlyMap<string, number> {
    const stretch = countUpTo(this.#changes, bar);
    if (stretch === this.#stretch) return this.#shown;
    const shown = new Map<string, number>();
    for (const { field, bars, values } of this.#fields) {
      const known = countUpTo(bars, bar);
      if (known > 0) shown.set(field, values[known - 1]!);
    }
    this.#stretch = stretch;
    this.#shown = shown;
    return shown;
  }
}

/**
 * Per bar and symbol, the latest value of each field dated at or before that bar,
 * fields in byte order (page 3.4). Between two changes the same map is given again.
 */
export function indexFundamentals(
  symbolCount: number,
  rows: readonly FundamentalRow[],
): (bar: number, symbolIndex: number) => ReadonlyMap<string, number> {
  const bySymbol: FundamentalRow[][] = Array.from({ length: symbolCount }, () => []);
  for (const row of rows) bySymbol[row.symbolIndex]!.push(row);
  const histories = bySymbol.map((each) => {
    each.sort((a, b) => compareUtf8(a.date, b.date));
    return new SymbolHistory(each);
  });
  return (bar, symbolIndex) => histories[symbolIndex]!.at(bar);
}

/** How many of the ascending `bars` are at or before `bar`. */
function countUpTo(bars: readonly number[], bar: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars[middle]! <= bar) low = middle + 1;
    else high = middle;
  }
  return low;
}
