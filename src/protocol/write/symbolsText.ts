import { wireFloat } from '../../kernel/floatText.ts';
import { limits } from '../../kernel/limits.ts';
import { wireString } from './wireString.ts';
import { fundamentalsText, newsText } from './writeObservation.ts';

/** What the writer needs of a market; a `Dataset` is one. */
export interface SymbolsSource {
  readonly symbols: readonly string[];
  /** Per symbol, one close a bar. */
  readonly closes: readonly ArrayLike<number>[];
  readonly sidecars: {
    fundamentalsAt(bar: number, symbolIndex: number): ReadonlyMap<string, number>;
    newsAt(bar: number, symbolIndex: number): readonly string[];
  } | null;
}

/**
 * Writes the `symbols` of one observation after the other. It keeps the text of the last
 * closes, so that a step to the next bar formats one new close a symbol; a jump to
 * another bar is right, too, and formats them all.
 */
export class SymbolsText {
  readonly #source: SymbolsSource;
  readonly #heads: readonly string[];
  /** Per symbol, the closes of the bar last written, joined by commas. */
  readonly #histories: string[];
  #bar = Number.NaN;

  constructor(source: SymbolsSource) {
    this.#source = source;
    this.#heads = source.symbols.map((symbol) => `{"symbol":${wireString(symbol)},"close_history":[`);
    this.#histories = source.symbols.map(() => '');
  }

  /** The value of `symbols` at a bar, brackets included: closes of at most 20 bars up to and including it. */
  at(bar: number): string {
    this.#moveTo(bar);
    const { sidecars } = this.#source;
    let text = '';
    for (let index = 0; index < this.#heads.length; index += 1) {
      const extras =
        sidecars === null
          ? '],"fundamentals":{},"news":[]}'
          : `],"fundamentals":${fundamentalsText(sidecars.fundamentalsAt(bar, index))},"news":${newsText(sidecars.newsAt(bar, index))}}`;
      text += `${index === 0 ? '' : ','}${this.#heads[index]!}${this.#histories[index]!}${extras}`;
    }
    return `[${text}]`;
  }

  #moveTo(bar: number): void {
    if (bar === this.#bar) return;
    const isNext = bar === this.#bar + 1;
    const first = Math.max(0, bar + 1 - limits.closeHistory);
    this.#source.closes.forEach((closes, index) => {
      if (!isNext) {
        const texts: string[] = [];
        for (let at = first; at <= bar; at += 1) texts.push(wireFloat(closes[at]!));
        this.#histories[index] = texts.join(',');
        return;
      }
      const kept = this.#histories[index]!;
      const from = first > 0 ? kept.indexOf(',') + 1 : 0;
      this.#histories[index] = `${kept.slice(from)},${wireFloat(closes[bar]!)}`;
    });
    this.#bar = bar;
  }
}
