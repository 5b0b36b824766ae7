import { availableParallelism } from 'node:os';

/** After a wait in vain so many of the next are slept through: one, then twice as many, up to this. */
const SPARED_MAX = 64;

/**
 * Stays awake for a moment while an answer is waited for. Waking a processor that went to
 * sleep can take longer than a quick agent thinks. Other events are served as ever, and an
 * agent that is never that quick is soon waited for asleep.
 */
export class AwakeWait {
  readonly #isOver: () => boolean;
  readonly #longestMs: number;
  readonly #clock: () => number;
  /** The event loop comes back to #look. */
  #isLooking = false;
  /** Null before the first look: what the kit does until then is no waiting. */
  #endsAt: number | null = null;
  /** Waits that are still to be slept through, and how many that were the last time. */
  #spared = 0;
  #lastSpared = 0;

  /** `isOver` tells whether what is waited for has come; `clock` gives milliseconds. */
  constructor(isOver: () => boolean, longestMs: number, clock: () => number) {
    this.#isOver = isOver;
    this.#longestMs = longestMs;
    this.#clock = clock;
  }

  begin(): void {
    if (this.#spared > 0) {
      this.#spared -= 1;
      return;
    }
    this.#endsAt = null;
    // The wait before was over, and its last look is still to come.
    if (this.#isLooking) this.#lastSpared = 0;
    else this.#lookAgain();
  }

  readonly #look = (): void => {
    this.#isLooking = false;
    if (this.#isOver()) {
      this.#lastSpared = 0;
      return;
    }
    const now = this.#clock();
    this.#endsAt ??= now + this.#longestMs;
    if (now < this.#endsAt) this.#lookAgain();
    else this.#lastSpared = this.#spared = Math.min(SPARED_MAX, Math.max(1, this.#lastSpared * 2));
  };

  #lookAgain(): void {
    this.#isLooking = true;
    setImmediate(this.#look);
  }
}

/** On a single processor, whoever stays awake for an agent keeps it from thinking. */
export function hasProcessorToSpare(): boolean {
  return availableParallelism() > 1;
}
