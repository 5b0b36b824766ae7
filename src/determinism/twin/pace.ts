import { SplitMix64 } from '../../kernel/splitMix64.ts';

/** Every so many steps a paced run pauses: often enough to shake a race, too rarely to be slow. */
const STEPS_PER_PAUSE = 24;

/** A seeded sequence of pauses in milliseconds; most are none. */
export class Pace {
  readonly #max: number;
  readonly #stream = new SplitMix64(0x9e37n);
  #step = 0;

  constructor(pauseMsMax: number) {
    this.#max = pauseMsMax;
  }

  /** Waits before the next observation is passed on; null means go on at once. */
  next(): Promise<void> | null {
    const isDue = this.#max > 0 && this.#step % STEPS_PER_PAUSE === 0;
    this.#step += 1;
    if (!isDue) return null;
    const pause = this.#stream.unit() * this.#max;
    return new Promise((resolve) => setTimeout(resolve, pause));
  }
}
