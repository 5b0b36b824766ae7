import { limits } from '../kernel/limits.ts';

/** One look: at these paths, or at everything. Returns when what it left open wants the next one. */
export type Look = (paths: ReadonlySet<string> | null) => Promise<{ readonly againAtMs: number | null }>;

/**
 * When to look, and how widely. Told of a path, it looks at that path at once; told that
 * something happened, or now and then without, at everything, for a bounded share of the
 * time. One look runs at a time. All times are those of `performance.now()`.
 */
export class LookSchedule {
  readonly #look: Look;
  #hints = new Set<string>();
  /** When the next look at everything is due, and before when there is none. */
  #wideAtMs = Number.POSITIVE_INFINITY;
  #wideEarliestMs = 0;
  #narrowEarliestMs = 0;
  #againAtMs: number | null = null;
  #isPolling = false;
  #timer: NodeJS.Timeout | null = null;
  #timerAtMs = 0;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(look: Look) {
    this.#look = look;
  }

  /** Something may have happened to these paths; null: to any. */
  hint(paths: readonly string[] | null): void {
    for (const path of paths ?? []) this.#hints.add(path);
    if (paths === null || this.#hints.size > hintsMax) {
      this.#wideAtMs = Math.min(this.#wideAtMs, this.#wideEarliestMs);
    }
    this.#arm();
  }

  /** Looks at everything as soon as it can. */
  now(): void {
    this.#wideAtMs = 0;
    this.#arm();
  }

  /** From now on nobody hints, so everything is looked at more often. */
  poll(): void {
    this.#isPolling = true;
    this.now();
  }

  /** Settles when no look is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Sets the timer to the earliest look that is wanted; a running one sets it when it ends. */
  #arm(): void {
    if (this.#isStopped || this.#running !== null) return;
    const hintedAtMs = this.#hints.size > 0 ? this.#narrowEarliestMs : Number.POSITIVE_INFINITY;
    const atMs = Math.min(this.#wideAtMs, hintedAtMs, this.#againAtMs ?? Number.POSITIVE_INFINITY);
    if (atMs === Number.POSITIVE_INFINITY) return;
    if (this.#timer !== null && this.#timerAtMs <= atMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    // Rounded up: a timer may be early by the fraction that it leaves out.
    const delayMs = Math.ceil(Math.max(0, atMs - performance.now()));
    this.#timer = setTimeout(() => this.#begin(), delayMs);
  }

  #begin(): void {
    this.#timer = null;
    const startedMs = performance.now();
    const isWide = startedMs >= this.#wideAtMs;
    const paths = this.#hints;
    this.#hints = new Set();
    this.#againAtMs = null;
    if (isWide) this.#wideAtMs = Number.POSITIVE_INFINITY;
    this.#running = this.#look(isWide ? null : paths).then(({ againAtMs }) => {
      this.#running = null;
      const now = performance.now();
      this.#againAtMs = againAtMs;
      this.#narrowEarliestMs = now + leastGapMs;
      if (isWide) this.#planWide(now, now - startedMs);
      this.#arm();
    });
  }

  #planWide(nowMs: number, tookMs: number): void {
    this.#wideEarliestMs = nowMs + Math.max(leastGapMs, tookMs * gapFactor);
    const restMs = this.#isPolling
      ? Math.max(limits.watchPollMs, tookMs * gapFactor)
      : Math.max(limits.watchAssureMs, tookMs * assureFactor);
    this.#wideAtMs = Math.min(Math.max(this.#wideAtMs, this.#wideEarliestMs), nowMs + restMs);
  }
}

/** Between two looks: at least this, and for those at everything a multiple of what one takes. */
const leastGapMs = 10;
const gapFactor = 10;
/** A look that only makes sure may take half a percent of the time. */
const assureFactor = 200;
const hintsMax = 200;
