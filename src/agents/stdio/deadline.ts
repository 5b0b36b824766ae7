/** The longest time that a timer can hold. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * The budget of one decision after the other. A decision that is answered in time costs
 * no timer: one that is running stays, and looks when it fires whether time is up for the
 * decision of that moment.
 */
export class Deadline {
  readonly #onExpired: () => void;
  #timer: NodeJS.Timeout | null = null;
  #firesAt = 0;
  #endsAt = 0;
  #armed = false;

  constructor(onExpired: () => void) {
    this.#onExpired = onExpired;
  }

  start(budgetMs: number): void {
    this.#armed = true;
    this.#endsAt = performance.now() + budgetMs;
    if (this.#timer !== null && this.#firesAt <= this.#endsAt) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#run(budgetMs);
  }

  stop(): void {
    this.#armed = false;
  }

  clear(): void {
    this.stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(waitMs: number): void {
    this.#firesAt = performance.now() + waitMs;
    this.#timer = setTimeout(() => this.#fire(), Math.min(waitMs, TIMER_MS_MAX));
    // The pipes keep the kit alive while an answer is awaited; an idle timer must not.
    this.#timer.unref();
  }

  #fire(): void {
    this.#timer = null;
    if (!this.#armed) return;
    const leftMs = this.#endsAt - performance.now();
    if (leftMs > 0) {
      this.#run(leftMs);
      return;
    }
    this.#armed = false;
    this.#onExpired();
  }
}
