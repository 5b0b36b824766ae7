import type { Answer } from '../../agents/agent.ts';
import { limits } from '../../kernel/limits.ts';

/**
 * What a run was shown, and the first of what it answered: enough to look for a cause
 * and to ask again later. Bounded; beyond the bound nothing more is kept.
 */
export class Tape {
  readonly #lines: Uint8Array[] = [];
  readonly #answers: Answer[] = [];
  #bytes = 0;
  #isWhole = true;

  add(line: Uint8Array, answer: Answer): void {
    this.#bytes += line.length;
    if (!this.#isWhole || this.#bytes > limits.tapeBytes) {
      this.#isWhole = false;
      return;
    }
    this.#lines.push(line);
    if (this.#answers.length < limits.laterSteps) this.#answers.push(answer);
  }

  /** Lines of the steps 0..step; null if they are not all there. */
  upTo(step: number): readonly Uint8Array[] | null {
    return step < this.#lines.length ? this.#lines.slice(0, step + 1) : null;
  }

  /** Answers of run A to the first lines. */
  get answers(): readonly Answer[] {
    return this.#answers;
  }
}
