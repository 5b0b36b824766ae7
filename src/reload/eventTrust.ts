/**
 * Whether the system tells of changes, judged by edits that no event had told of when a
 * look found them: on some file systems events never come, whatever they are called.
 */
export class EventTrust {
  #told = 0;
  #toldAtLastLook = -1;
  /** The count of events when a look found an edit that no event had told of. */
  #unannouncedAt: number | null = null;
  #unannounced = 0;

  /** How many events there were. */
  get told(): number {
    return this.#told;
  }

  /** There was an event. */
  tell(): void {
    this.#told += 1;
  }

  /** A look that began after `told` events found so many new edits. */
  look(told: number, fresh: number): void {
    if (fresh > 0) this.#unannouncedAt = told === this.#toldAtLastLook ? told : null;
    this.#toldAtLastLook = told;
  }

  /** So many edits have settled. Returns whether events can still be relied upon. */
  settle(edits: number): boolean {
    if (edits > 0 && this.#unannouncedAt === this.#told) this.#unannounced += 1;
    this.#unannouncedAt = null;
    return this.#unannounced < unannouncedMax;
  }
}

const unannouncedMax = 2;
