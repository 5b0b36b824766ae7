/** At most about 30 frames a second, whatever asks for them. */
const LEAST_DISTANCE_MS = 34;
/** What a run asks for costs it at most one part in so many of its time. */
const SHARE = 14;
/** And it is never longer than this until what happened is seen. */
const MOST_DISTANCE_MS = 250;
/** A turn that takes longer than this is drawn into. */
const PATIENCE_MS = 120;

/**
 * Says when the next frame is drawn. A key is answered at once; a run that goes on draws
 * as often as it can without being slowed down by it. Nothing is drawn while nothing asks.
 */
export class FrameClock {
  readonly #draw: () => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #dueAtMs = Number.POSITIVE_INFINITY;
  /** From when on a frame is wanted; null while the last one still shows everything. */
  #wantedAtMs: number | null = null;
  #drawnAtMs = Number.NEGATIVE_INFINITY;
  #costMs = 0;
  #isClosed = false;

  constructor(draw: () => void, now: () => number) {
    this.#draw = draw;
    this.#now = now;
  }

  /**
   * The run has moved on. The frame is drawn between two turns (`look`); a run that takes
   * long over one is not waited for.
   */
  soon(): void {
    if (this.#wantedAtMs !== null) return;
    const distance = Math.min(MOST_DISTANCE_MS, Math.max(LEAST_DISTANCE_MS * 2, this.#costMs * SHARE));
    this.#wantedAtMs = Math.max(this.#drawnAtMs + distance, this.#now());
    this.#at(this.#wantedAtMs + PATIENCE_MS);
  }

  /** Whether a frame would be drawn now, were it asked for. */
  isDue(): boolean {
    return this.#wantedAtMs !== null && this.#now() >= this.#wantedAtMs;
  }

  /** Draws what is due. */
  look(): void {
    if (this.#isClosed || this.#wantedAtMs === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#tick();
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
    this.#wantedAtMs = null;
    const startedAtMs = this.#now();
    this.#draw();
    this.#drawnAtMs = this.#now();
    // Smoothed, so that one slow frame does not hold the next ones up.
    this.#costMs = this.#costMs * 0.7 + (this.#drawnAtMs - startedAtMs) * 0.3;
  }
}
