import { wireFloat } from '../kernel/floatText.ts';
import type { Dataset } from '../market/dataset.ts';
import { SymbolsText } from '../protocol/write/symbolsText.ts';
import { wireString } from '../protocol/write/wireString.ts';

/** Room for `,"avg_price":0.0}`, a comma and the longest double. */
const POSITION_ROOM = 48;
/** Room for the cash value in front of what is prepared. */
const CASH_ROOM = 32;
const LINE_FEED = 0x0a;
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
  readonly #positionHeads: readonly string[];
  readonly #portfolioRoom: number;
  #preparedBar = -1;
  #head = '';
  #block: Buffer = Buffer.alloc(0);
  #blockUsed = 0;
  /** The prepared part stands at [#start, #middleEnd) of this; never written again once it was sent. */
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;
  #middleEnd = 0;

  constructor(dataset: Dataset) {
    this.#dates = dataset.dates;
    this.#symbols = new SymbolsText(dataset);
    this.#positionHeads = dataset.symbols.map((symbol) => `{"symbol":${wireString(symbol)},"shares":`);
    this.#portfolioRoom = this.#positionHeads.reduce(
      (sum, head) => sum + Buffer.byteLength(head) + POSITION_ROOM,
      8,
    );
  }

  /** Readies the observation of a bar; a bar beyond the data is nothing to prepare. */
  prepare(bar: number): void {
    if (bar === this.#preparedBar || bar >= this.#dates.length) return;
    this.#head = `{"date":${wireString(this.#dates[bar]!)},"cash":`;
    this.#start = Buffer.byteLength(this.#head) + CASH_ROOM;
    const middleBytes = SYMBOLS.length + this.#symbols.lengthAt(bar) + PORTFOLIO.length;
    this.#buffer = this.#allocate(this.#start + middleBytes + this.#portfolioRoom);
    this.#buffer.set(SYMBOLS, this.#start);
    const end = this.#symbols.writeAt(bar, this.#buffer, this.#start + SYMBOLS.length);
    this.#buffer.set(PORTFOLIO, end);
    this.#middleEnd = end + PORTFOLIO.length;
    this.#preparedBar = bar;
  }

  /**
   * The exact line (page 1.1) and its terminator; `shares` in symbol order, `avg_price` 0.
   * The bytes are the caller's: the next call writes into others.
   */
  terminated(bar: number, cash: number, shares: ArrayLike<number>): Uint8Array {
    this.prepare(bar);
    const buffer = this.#buffer;
    const head = `${this.#head}${wireFloat(cash)}`;
    const start = this.#start - Buffer.byteLength(head);
    buffer.write(head, start);
    let portfolio = '';
    for (let index = 0; index < this.#positionHeads.length; index += 1) {
      const comma = index === 0 ? '' : ',';
      portfolio += `${comma}${this.#positionHeads[index]!}${wireFloat(shares[index]!)},"avg_price":0.0}`;
    }
    portfolio += ']}';
    const end = this.#middleEnd + buffer.write(portfolio, this.#middleEnd);
    buffer[end] = LINE_FEED;
    // Sent bytes may still be on their way, so the same bar asked for again is laid down anew.
    this.#preparedBar = -1;
    return buffer.subarray(start, end + 1);
  }

  #allocate(bytes: number): Buffer {
    if (bytes > BLOCK_BYTES / 4) return Buffer.allocUnsafeSlow(bytes);
    if (this.#blockUsed + bytes > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#blockUsed = 0;
    }
    this.#blockUsed += bytes;
    return this.#block.subarray(this.#blockUsed - bytes, this.#blockUsed);
  }
}

const SYMBOLS = Buffer.from(',"symbols":');
const PORTFOLIO = Buffer.from(',"portfolio":[');
