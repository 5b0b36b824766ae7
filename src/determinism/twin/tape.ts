import type { Answer } from '../../agents/agent.ts';
import { limits } from '../../kernel/limits.ts';
import type { AnsweredStep } from './divergence.ts';

/**
 * What a run was shown, and the first of what it answered: enough to look for a cause
 * and to ask again later. One entry a presentation: a fault plan may show a step more
 * than once. Bounded; beyond the bound nothing more is kept.
 */
export class Tape {
  readonly #lines: Uint8Array[] = [];
  readonly #steps: number[] = [];
  readonly #answers: Answer[] = [];
  readonly #answersMax: number;
  #recent: readonly AnsweredStep[] = [];
  #bytes = 0;
  #presentations = 0;

  constructor(answersMax: number = limits.laterSteps) {
    this.#answersMax = answersMax;
  }

  add(step: number, line: Uint8Array, answer: Answer): void {
    this.#recent = [...this.#recent.slice(-limits.divergenceHistorySteps), { step, line, answer }];
    this.#presentations += 1;
    this.#bytes += line.length;
    if (this.#bytes > limits.tapeBytes) return;
    this.#lines.push(line);
    this.#steps.push(step);
    if (this.#answers.length < this.#answersMax) this.#answers.push(answer);
  }

  /** How many presentations there were, kept or not. */
  get presentations(): number {
    return this.#presentations;
  }

  /** The first `count` lines; null if they are not all there. */
  first(count: number): readonly Uint8Array[] | null {
    return count <= this.#lines.length ? this.#lines.slice(0, count) : null;
  }

  stepAt(presentation: number): number {
    return this.#steps[presentation]!;
  }

  /** Answers to the first lines. */
  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** What was answered right before the presentation that was added last. */
  get recent(): readonly AnsweredStep[] {
    return this.#recent.slice(0, -1);
  }

  /** What was answered right before one of the first presentations. */
  before(presentation: number): readonly AnsweredStep[] {
    const from = Math.max(0, presentation - limits.divergenceHistorySteps);
    return this.#answers.slice(from, presentation).map((answer, index) => ({
      step: this.#steps[from + index]!,
      line: this.#lines[from + index]!,
      answer,
    }));
  }
}
