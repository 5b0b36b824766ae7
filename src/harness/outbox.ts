import type { RunEvent } from './events.ts';

/**
 * Events that are known and not yet told. They are told between decisions, so that
 * writing them costs no decision any of its time; an event may be given as a function
 * that makes it then.
 */
export class Outbox {
  readonly #emit: (event: RunEvent) => void;
  #waiting: (RunEvent | (() => RunEvent))[] = [];

  constructor(emit: (event: RunEvent) => void) {
    this.#emit = emit;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(event: RunEvent | (() => RunEvent)): void {
    this.#waiting.push(event);
  }

  tell(): void {
    if (this.#waiting.length === 0) return;
    const events = this.#waiting;
    this.#waiting = [];
    for (const event of events) this.#emit(typeof event === 'function' ? event() : event);
  }
}
