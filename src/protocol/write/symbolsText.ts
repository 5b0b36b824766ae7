import { decodeUtf8, encodeUtf8 } from '../../kernel/utf8.ts';
import { CloseHistory } from './closeHistory.ts';
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

const NO_EXTRAS = encodeUtf8('],"fundamentals":{},"news":[]}');
const [OPEN_BRACKET, CLOSE_BRACKET, COMMA] = [0x5b, 0x5d, 0x2c];

/**
 * Writes the `symbols` of one observation after the other, as bytes. It keeps those of
 * the last closes, so that a step to the next bar formats one new close a symbol; a jump
 * to another bar is right, too, and formats them all.
 */
export class SymbolsText {
  readonly #source: SymbolsSource;
  readonly #heads: readonly Uint8Array[];
  readonly #histories: readonly CloseHistory[];
  /** What stands behind the closes of each symbol. */
  readonly #extras: Uint8Array[];
  #bar = Number.NaN;
  #length = 0;

  constructor(source: SymbolsSource) {
    this.#source = source;
    this.#heads = source.symbols.map((symbol) =>
      encodeUtf8(`{"symbol":${wireString(symbol)},"close_history":[`),
    );
    this.#histories = source.closes.map((closes) => new CloseHistory(closes));
    this.#extras = source.symbols.map(() => NO_EXTRAS);
  }

  /** The value of `symbols` at a bar, brackets included: closes of at most 20 bars up to and including it. */
  at(bar: number): string {
    const bytes = new Uint8Array(this.lengthAt(bar));
    this.writeAt(bar, bytes, 0);
    return decodeUtf8(bytes) ?? '';
  }

  /** Bytes of the same. */
  lengthAt(bar: number): number {
    this.#moveTo(bar);
    return this.#length;
  }

  /** Writes the same into `target`, and returns where it ends. */
  writeAt(bar: number, target: Uint8Array, start: number): number {
    this.#moveTo(bar);
    let at = start;
    for (let index = 0; index < this.#heads.length; index += 1) {
      target[at] = index === 0 ? OPEN_BRACKET : COMMA;
      const head = this.#heads[index]!;
      const extras = this.#extras[index]!;
      target.set(head, at + 1);
      at = this.#histories[index]!.writeAt(target, at + 1 + head.length);
      target.set(extras, at);
      at += extras.length;
    }
    if (this.#heads.length === 0) {
      target[at] = OPEN_BRACKET;
      at += 1;
    }
    target[at] = CLOSE_BRACKET;
    return at + 1;
  }

  #moveTo(bar: number): void {
    if (bar === this.#bar) return;
    const { sidecars } = this.#source;
    // Each symbol has one byte before it, and the last bracket one more.
    let length = Math.max(1, this.#heads.length) + 1;
    for (let index = 0; index < this.#heads.length; index += 1) {
      const history = this.#histories[index]!;
      history.moveTo(bar);
      if (sidecars !== null) {
        const fundamentals = fundamentalsText(sidecars.fundamentalsAt(bar, index));
        const news = newsText(sidecars.newsAt(bar, index));
        this.#extras[index] = encodeUtf8(`],"fundamentals":${fundamentals},"news":${news}}`);
      }
      length += this.#heads[index]!.length + history.length + this.#extras[index]!.length;
    }
    this.#length = length;
    this.#bar = bar;
  }
}
