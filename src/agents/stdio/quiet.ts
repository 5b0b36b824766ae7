/**
 * Waits until a stream has been quiet for a while. One wait at a time; the pause asked
 * for may change with what arrives, and the whole wait is bounded.
 */
export class Quiet {
  #over = false;
  #wait: { timer: NodeJS.Timeout; endsAt: number; pauseMs: () => number; done: () => void } | null = null;

  /** Something arrived: the pause starts anew. */
  touch(): void {
    const wait = this.#wait;
    if (wait === null) return;
    clearTimeout(wait.timer);
    const leftMs = Math.max(0, wait.endsAt - performance.now());
    wait.timer = setTimeout(() => this.#finish(), Math.min(wait.pauseMs(), leftMs));
  }

  /** Nothing can arrive any more: present and later waits end at once. */
  end(): void {
    this.#over = true;
    this.#finish();
  }

  wait(pauseMs: () => number, longestMs: number): Promise<void> {
    if (this.#over) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(() => this.#finish(), Math.min(pauseMs(), longestMs));
      this.#wait = { timer, endsAt: performance.now() + longestMs, pauseMs, done };
    });
  }

  #finish(): void {
    const wait = this.#wait;
    if (wait === null) return;
    this.#wait = null;
    clearTimeout(wait.timer);
    wait.done();
  }
}
