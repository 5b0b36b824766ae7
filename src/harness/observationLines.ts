import { wireFloat } from '../kernel/floatText.ts';
import type { Dataset } from '../market/dataset.ts';
import { SymbolsText } from '../protocol/write/symbolsText.ts';
import { wireString } from '../protocol/write/wireString.ts';

/** Lines are cut from pieces of memory of this size: one allocation for many of them. */
const BLOCK_BYTES = 131_072;

/**
 * Observation lines of one run as bytes, bar after bar. What does not depend on the book
 * is laid down while the agent still thinks; between an answer and the next observation
 * only a few numbers are written in front of it and behind it.
 */
export class ObservationLines {
  readonly #dates: readonly string[];
  readonly #symbols: SymbolsText;
  /** What stands before the shares of each symbol. */
  readonly #positionHeads: readonly Buffer[];
  readonly #portfolioRoom: number;
  #block: Buffer = Buffer.alloc(0);
  #blockUsed = 0;
  /** The bar whose line is prepared in #block; never written again once it was sent. */
  #preparedBar = -1;
  #head: Buffer = Buffer.alloc(0);
  /** The part that does not depend on the book stands at [#middleStart, #middleEnd). */
  #middleStart = 0;
  #middleEnd = 0;

  constructor(dataset: Dataset) {
    this.#dates = dataset.dates;
    this.#symbols = new SymbolsText(dataset);
    this.#positionHeads = dataset.symbols.map((symbol, index) =>
      Buffer.from(`${index === 0 ? '' : POSITION_END_COMMA}{"symbol":${wireString(symbol)},"shares":`),
    );
    this.#portfolioRoom = this.#positionHeads.reduce(
      (sum, head) => sum + head.length + DOUBLE_ROOM,
      LINE_END.length,
    );
  }

  /** Readies the observation of a bar; a bar beyond the data is nothing to prepare. */
  prepare(bar: number): void {
    if (bar === this.#preparedBar || bar >= this.#dates.length) return;
    this.#head = Buffer.from(`{"date":${wireString(this.#dates[bar]!)},"cash":`);
    const front = this.#head.length + DOUBLE_ROOM;
    const middle = SYMBOLS.length + this.#symbols.lengthAt(bar) + PORTFOLIO.length;
    this.#middleStart = this.#take(front + middle + this.#portfolioRoom) + front;
    this.#block.set(SYMBOLS, this.#middleStart);
    const end = this.#symbols.writeAt(bar, this.#block, this.#middleStart + SYMBOLS.length);
    this.#block.set(PORTFOLIO, end);
    this.#middleEnd = end + PORTFOLIO.length;
    this.#preparedBar = bar;
  }

  /**
   * The exact line (page 1.1) and its terminator; `shares` in symbol order, `avg_price` 0.
   * The bytes are the caller's: the next call writes into others.
   */
  terminated(bar: number, cash: number, shares: ArrayLike<number>): Uint8Array {
    this.prepare(bar);
    const block = this.#block;
    const cashText = wireFloat(cash);
    const start = this.#middleStart - cashText.length - this.#head.length;
    block.set(this.#head, start);
    writeAscii(block, cashText, start + this.#head.length);
    let end = this.#middleEnd;
    for (let index = 0; index < this.#positionHeads.length; index += 1) {
      const head = this.#positionHeads[index]!;
      block.set(head, end);
      end = writeAscii(block, wireFloat(shares[index]!), end + head.length);
    }
    const tail = this.#positionHeads.length === 0 ? EMPTY_LINE_END : LINE_END;
    block.set(tail, end);
    // Sent bytes may still be on their way, so the same bar asked for again is laid down anew.
    this.#preparedBar = -1;
    return block.subarray(start, end + tail.length);
  }

  /** Where so many bytes are free that nobody has; in a new block if need be. */
  #take(bytes: number): number {
    if (this.#blockUsed + bytes > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(Math.max(bytes, BLOCK_BYTES));
      this.#blockUsed = 0;
    }
    this.#blockUsed += bytes;
    return this.#blockUsed - bytes;
  }
}

/** Room for the longest double. */
const DOUBLE_ROOM = 25;
const POSITION_END_COMMA = ',"avg_price":0.0},';
const SYMBOLS = Buffer.from(',"symbols":');
const PORTFOLIO = Buffer.from(',"portfolio":[');
const LINE_END = Buffer.from(',"avg_price":0.0}]}\n');
const EMPTY_LINE_END = Buffer.from(']}\n');

/** Writes a short ASCII text, and returns where it ends. */
function writeAscii(target: Uint8Array, text: string, at: number): number {
  for (let index = 0; index < text.length; index += 1) target[at + index] = text.charCodeAt(index);
  return at + text.length;
}
