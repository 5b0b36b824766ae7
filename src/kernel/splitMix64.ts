/**
 * SplitMix64 (page 2.1) on two 32-bit halves: all arithmetic is exact and wraps at
 * 2^64, without BigInt in the loop.
 *
 * Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014.
 */
export class SplitMix64 {
  #high: number;
  #low: number;
  /** Halves of the last output, unsigned. */
  outHigh = 0;
  outLow = 0;

  /** `state` is used as it is; streams XOR their own constant into it first. */
  constructor(state: bigint) {
    this.#high = Number((state >> 32n) & 0xffff_ffffn);
    this.#low = Number(state & 0xffff_ffffn);
  }

  /** Advances once; the output is left in `outHigh` and `outLow`. */
  step(): void {
    // state += 0x9E3779B97F4A7C15
    const lowSum = this.#low + 0x7f4a7c15;
    const low = lowSum >>> 0;
    const high = (this.#high + 0x9e3779b9 + (lowSum > 0xffff_ffff ? 1 : 0)) >>> 0;
    this.#high = high;
    this.#low = low;
    // z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    let zHigh = (high ^ (high >>> 30)) >>> 0;
    let zLow = (low ^ ((low >>> 30) | (high << 2))) >>> 0;
    let product = multiplyLow(zLow, 0x1ce4e5b9);
    let carry = (product.high + Math.imul(zHigh, 0x1ce4e5b9) + Math.imul(zLow, 0xbf58476d)) >>> 0;
    zHigh = carry;
    zLow = product.low;
    // z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    const yHigh = (zHigh ^ (zHigh >>> 27)) >>> 0;
    const yLow = (zLow ^ ((zLow >>> 27) | (zHigh << 5))) >>> 0;
    product = multiplyLow(yLow, 0x133111eb);
    carry = (product.high + Math.imul(yHigh, 0x133111eb) + Math.imul(yLow, 0x94d049bb)) >>> 0;
    // out = z ^ (z >> 31)
    const xLow = product.low;
    this.outHigh = (carry ^ (carry >>> 31)) >>> 0;
    this.outLow = (xLow ^ ((xLow >>> 31) | (carry << 1))) >>> 0;
  }

  /** Next draw in [0, 1): `(out >> 11) / 2^53`. */
  unit(): number {
    this.step();
    return (this.outHigh * 2_097_152 + (this.outLow >>> 11)) / 9_007_199_254_740_992;
  }

  /** Next draw in [-1, 1): `(out >> 11) / 2^53 * 2 - 1`. */
  signedUnit(): number {
    return this.unit() * 2 - 1;
  }

  /** Copy at the same point of the stream. */
  clone(): SplitMix64 {
    const copy = new SplitMix64(0n);
    copy.#high = this.#high;
    copy.#low = this.#low;
    return copy;
  }
}

const scratch = { high: 0, low: 0 };

/** Full 64-bit product of two unsigned 32-bit halves; the result is overwritten by the next call. */
function multiplyLow(a: number, b: number): { high: number; low: number } {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const p00 = a0 * b0;
  const middle = a1 * b0 + (p00 >>> 16);
  const middleLow = (middle & 0xffff) + a0 * b1;
  scratch.low = ((middleLow << 16) | (p00 & 0xffff)) >>> 0;
  scratch.high = (a1 * b1 + Math.floor(middle / 65_536) + Math.floor(middleLow / 65_536)) >>> 0;
  return scratch;
}
