/** Good rows by column: numbers only, so that millions of them stay small. */
export class PriceRows {
  length = 0;
  /** Whether any row pays. */
  pays = false;
  /** 0-based records of the file. */
  rows = new Uint32Array(FIRST_ROOM);
  /** Numbers of date and symbol in their `Labels`. */
  dates = new Uint32Array(FIRST_ROOM);
  symbols = new Uint32Array(FIRST_ROOM);
  closes = new Float64Array(FIRST_ROOM);
  dividends = new Float64Array(FIRST_ROOM);

  push(row: number, date: number, symbol: number, close: number, dividend: number): void {
    const at = this.length;
    if (at === this.rows.length) this.#grow();
    this.rows[at] = row;
    this.dates[at] = date;
    this.symbols[at] = symbol;
    this.closes[at] = close;
    this.dividends[at] = dividend;
    if (dividend !== 0) this.pays = true;
    this.length = at + 1;
  }

  /** Entries grouped by symbol, in file order within each; `starts[s]` is where symbol s begins. */
  bySymbol(symbolCount: number): { readonly order: Uint32Array; readonly starts: Uint32Array } {
    const starts = new Uint32Array(symbolCount + 1);
    for (let entry = 0; entry < this.length; entry += 1) starts[this.symbols[entry]! + 1]! += 1;
    for (let symbol = 0; symbol < symbolCount; symbol += 1) starts[symbol + 1]! += starts[symbol]!;
    const next = starts.slice();
    const order = new Uint32Array(this.length);
    for (let entry = 0; entry < this.length; entry += 1) {
      const symbol = this.symbols[entry]!;
      order[next[symbol]!] = entry;
      next[symbol]! += 1;
    }
    return { order, starts };
  }

  #grow(): void {
    const room = this.rows.length * 2;
    this.rows = copyInto(new Uint32Array(room), this.rows);
    this.dates = copyInto(new Uint32Array(room), this.dates);
    this.symbols = copyInto(new Uint32Array(room), this.symbols);
    this.closes = copyInto(new Float64Array(room), this.closes);
    this.dividends = copyInto(new Float64Array(room), this.dividends);
  }
}

const FIRST_ROOM = 4096;

function copyInto<T extends { set(from: ArrayLike<number>): void }>(target: T, from: ArrayLike<number>): T {
  target.set(from);
  return target;
}
