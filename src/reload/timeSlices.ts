/**
 * Work in slices, so that the loop that draws the screen and speaks to the agent is never
 * left alone for long: `if (slices.isSpent()) await slices.next();`
 */
export class TimeSlices {
  #startedMs = performance.now();

  isSpent(): boolean {
    return performance.now() - this.#startedMs >= sliceMs;
  }

  async next(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#startedMs = performance.now();
  }
}

const sliceMs = 5;
