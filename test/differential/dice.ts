import { SplitMix64 } from '../../src/kernel/splitMix64.ts';

/** Draws for one generated line; the same seed and line give the same line again. */
export class Dice {
  readonly #stream: SplitMix64;

  constructor(seed: bigint, line: number) {
    this.#stream = new SplitMix64(seed ^ (BigInt(line) * 0x9e37_79b9_7f4a_7c15n));
    this.#stream.step();
  }

  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.#stream.unit() * bound);
  }

  chance(probability: number): boolean {
    return this.#stream.unit() < probability;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** 64 random bits. */
  bits(): bigint {
    this.#stream.step();
    return (BigInt(this.#stream.outHigh) << 32n) | BigInt(this.#stream.outLow);
  }

  digits(count: number): string {
    let text = '';
    for (let index = 0; index < count; index += 1) text += this.below(10);
    return text;
  }

  many<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return this.many(values.length, () => left.splice(this.below(left.length), 1)[0]!);
  }
}
