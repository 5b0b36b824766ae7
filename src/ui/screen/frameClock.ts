/** At most about 30 frames a second, whatever asks for them. */
const LEAST_DISTANCE_MS = 34;
/** What a run asks for costs it at most one part in so many of its time. */
const SHARE = 14;
/** And it is never longer than this until what happened is seen. */
const MOST_DISTANCE_MS = 250;

/**
 * Says when the next frame is drawn. A key is answered at once; a run that goes on draws
 * as often as it can without being slowed down by it. Nothing is drawn while nothing asks.
 */
export class FrameClock {
  readonly #draw: () => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #drawnAtMs = Number.NEGATIVE_INFINITY;
  #costMs = 0;
  #isClosed = false;

  constructor(draw: () => void, now: () => number) {
    this.#draw = draw;
    this.#now = now;
  }

  /** The run has moved on. */
  soon(): void {
    const distance = Math.min(MOST_DISTANCE_MS, Math.max(LEAST_DISTANCE_MS * 2, this.#costMs * SHARE));
    this.#at(this.#drawnAtMs + distance);
  }

  /** The person has done something. */
  next(): void {
    this.#at(this.#drawnAtMs + LEAST_DISTANCE_MS);
  }

  /** Something that changes by itself is to be seen again after a while. */
  after(milliseconds: number): void {
    this.#at(this.#now() + milliseconds);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #at(dueAtMs: number): void {
    if (this.#isClosed || dueAtMs >= this.#dueAtMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueAtMs = dueAtMs;
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, dueAtMs - this.#now()));
  }

  #tick(): void {
    this.#timer = null;
    this.#dueAtMs = Number.POSITIVE_INFINITY;
    const startedAtMs = this.#now();
    this.#draw();
    this.#drawnAtMs = this.#now();
    // Smoothed, so that one slow frame does not hold the next ones up.
    this.#costMs = this.#costMs * 0.7 + (this.#drawnAtMs - startedAtMs) * 0.3;
  }
}
