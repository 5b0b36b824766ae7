import type { RunEvent } from '../../harness/events.ts';

/** Which step a person looks at, and so how far the next generation goes at full speed. */
export class Viewpoint {
  #chosen: number | null = null;
  #newest: number | null = null;
  #catchUpTo: number | null = null;

  /** Null follows the newest step. */
  lookAt(step: number | null): void {
    this.#chosen = step;
  }

  take(event: RunEvent): void {
    if (event.type === 'turn') this.#newest = Math.max(this.#newest ?? 0, event.step);
  }

  /** What the generation that is begun next catches up to, until this is called again. */
  keep(): void {
    this.#catchUpTo = this.#chosen ?? this.#newest;
  }

  /** The generation that is begun next shows every step from the first on. */
  forget(): void {
    this.#catchUpTo = null;
    this.#newest = null;
  }

  get catchUpTo(): number | null {
    return this.#catchUpTo;
  }

  /** A generation begins: one that is superseded on its way catches up no less far. */
  begin(): void {
    this.#newest = this.#catchUpTo;
  }
}
