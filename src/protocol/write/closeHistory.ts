import { wireFloat } from '../../kernel/floatText.ts';
import { limits } from '../../kernel/limits.ts';

const COMMA = 0x2c;
/** The longest text of a double, `-2.2250738585072014e-308`, and its comma. */
const CLOSE_ROOM = 25;
/** Bars that are laid down one behind the other before their bytes move to the front again. */
const BARS_ROOM = 256;

/**
 * The closes of one symbol that an observation shows, joined by commas, as the bytes that
 * they have on the wire. A step to the next bar formats one close and drops one, and
 * touches no byte of the others; a jump to another bar formats them all.
 */
export class CloseHistory {
  readonly #closes: ArrayLike<number>;
  readonly #bytes = new Uint8Array(CLOSE_ROOM * BARS_ROOM);
  #start = 0;
  #end = 0;
  #bar = Number.NaN;

  constructor(closes: ArrayLike<number>) {
    this.#closes = closes;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  moveTo(bar: number): void {
    if (bar === this.#bar) return;
    const first = Math.max(0, bar + 1 - limits.closeHistory);
    if (bar === this.#bar + 1) {
      if (first > 0) this.#start = this.#bytes.indexOf(COMMA, this.#start) + 1;
      this.#append(bar);
    } else {
      this.#start = 0;
      this.#end = 0;
      for (let at = first; at <= bar; at += 1) this.#append(at);
    }
    this.#bar = bar;
  }

  /** Writes the closes of the bar moved to, and returns where they end. */
  writeAt(target: Uint8Array, at: number): number {
    target.set(this.#bytes.subarray(this.#start, this.#end), at);
    return at + this.length;
  }

  #append(bar: number): void {
    const text = wireFloat(this.#closes[bar]!);
    if (this.#end + CLOSE_ROOM > this.#bytes.length) this.#moveToFront();
    const bytes = this.#bytes;
    let end = this.#end;
    if (end > this.#start) {
      bytes[end] = COMMA;
      end += 1;
    }
    for (let index = 0; index < text.length; index += 1) bytes[end + index] = text.charCodeAt(index);
    this.#end = end + text.length;
  }

  #moveToFront(): void {
    this.#bytes.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
  }
}
