import type { Curve } from './document.ts';

/**
 * A curve of any number of steps in fixed memory. While there is room every step is a
 * point; then neighbours are put together, and each group keeps its least and its greatest
 * value, so that no peak is lost.
 */
export class Envelope {
  readonly #groups: number;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  /** 1 where the greatest value came before the least one. */
  readonly #highFirst: Uint8Array;
  #width = 1;
  #count = 0;
  #last = 0;

  /** `groups` is even. */
  constructor(groups: number) {
    this.#groups = groups;
    this.#low = new Float64Array(groups);
    this.#high = new Float64Array(groups);
    this.#highFirst = new Uint8Array(groups);
  }

  /** The value of the next step. */
  add(value: number): void {
    if (this.#count === this.#groups * this.#width) this.#halve();
    const group = Math.floor(this.#count / this.#width);
    const isFirst = this.#count % this.#width === 0;
    if (isFirst || value < this.#low[group]!) {
      this.#low[group] = value;
      if (!isFirst) this.#highFirst[group] = 1;
    }
    if (isFirst || value > this.#high[group]!) {
      this.#high[group] = value;
      this.#highFirst[group] = 0;
    }
    this.#count += 1;
    this.#last = value;
  }

  view(): Curve {
    const steps: number[] = [];
    const values: number[] = [];
    for (let group = 0; group * this.#width < this.#count; group += 1) {
      const [low, high] = [this.#low[group]!, this.#high[group]!];
      const first = group * this.#width;
      const held = Math.min(this.#width, this.#count - first);
      if (held === 1) {
        steps.push(first);
        values.push(low);
        continue;
      }
      steps.push(first, first + Math.floor(held / 2));
      values.push(...(this.#highFirst[group] === 1 ? [high, low] : [low, high]));
    }
    // The end is shown as it was.
    if (steps.length > 0 && steps.at(-1) !== this.#count - 1) {
      steps.push(this.#count - 1);
      values.push(this.#last);
    }
    return { steps, values };
  }

  #halve(): void {
    for (let group = 0; group < this.#groups / 2; group += 1) {
      const [left, right] = [2 * group, 2 * group + 1];
      const [lowLeft, lowRight] = [this.#low[left]!, this.#low[right]!];
      const [highLeft, highRight] = [this.#high[left]!, this.#high[right]!];
      const [lowAt, highAt] = [lowRight < lowLeft ? right : left, highRight > highLeft ? right : left];
      this.#highFirst[group] = lowAt === highAt ? this.#highFirst[lowAt]! : highAt < lowAt ? 1 : 0;
      this.#low[group] = Math.min(lowLeft, lowRight);
      this.#high[group] = Math.max(highLeft, highRight);
    }
    this.#width *= 2;
  }
}
