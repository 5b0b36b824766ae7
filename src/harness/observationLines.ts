import { wireFloat } from '../kernel/floatText.ts';
import type { Dataset } from '../market/dataset.ts';
import { SymbolsText } from '../protocol/write/symbolsText.ts';
import { wireString } from '../protocol/write/wireString.ts';

/**
 * Observation lines of one run, bar after bar. What does not depend on the book is
 * prepared while the agent still thinks; what is left between an answer and the next
 * observation are a few numbers.
 */
export class ObservationLines {
  readonly #dates: readonly string[];
  readonly #symbols: SymbolsText;
  readonly #positionHeads: readonly string[];
  #preparedBar = -1;
  #head = '';
  #middle = '';

  constructor(dataset: Dataset) {
    this.#dates = dataset.dates;
    this.#symbols = new SymbolsText(dataset);
    this.#positionHeads = dataset.symbols.map((symbol) => `{"symbol":${wireString(symbol)},"shares":`);
  }

  /** Readies the observation of a bar; a bar beyond the data is nothing to prepare. */
  prepare(bar: number): void {
    if (bar === this.#preparedBar || bar >= this.#dates.length) return;
    this.#head = `{"date":${wireString(this.#dates[bar]!)},"cash":`;
    this.#middle = `,"symbols":${this.#symbols.at(bar)},"portfolio":[`;
    this.#preparedBar = bar;
  }

  /** The exact line (page 1.1) without its terminator; `shares` in symbol order, `avg_price` 0. */
  line(bar: number, cash: number, shares: ArrayLike<number>): string {
    this.prepare(bar);
    let portfolio = '';
    for (let index = 0; index < this.#positionHeads.length; index += 1) {
      const comma = index === 0 ? '' : ',';
      portfolio += `${comma}${this.#positionHeads[index]!}${wireFloat(shares[index]!)},"avg_price":0.0}`;
    }
    return `${this.#head}${wireFloat(cash)}${this.#middle}${portfolio}]}`;
  }
}
