/** The longest time that a timer can hold. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * One timer for all decisions of a run: starting it again moves it, which costs no
 * allocation. A timer that fires while it is not armed does nothing.
 */
export class Deadline {
  readonly #onExpired: () => void;
  #timer: NodeJS.Timeout | null = null;
  #timerMs = 0;
  #armed = false;

  constructor(onExpired: () => void) {
    this.#onExpired = onExpired;
  }

  start(budgetMs: number): void {
    this.#armed = true;
    if (this.#timer !== null && budgetMs === this.#timerMs) {
      this.#timer.refresh();
      return;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerMs = budgetMs;
    this.#timer = setTimeout(() => this.#fire(), Math.min(budgetMs, TIMER_MS_MAX));
    // The pipes keep the kit alive while an answer is awaited; an idle timer must not.
    this.#timer.unref();
  }

  stop(): void {
    this.#armed = false;
  }

  clear(): void {
    this.stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #fire(): void {
    if (!this.#armed) return;
    this.#armed = false;
    this.#onExpired();
  }
}
