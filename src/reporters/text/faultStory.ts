import type { Turn } from '../../harness/events.ts';
import type { Perturbation } from '../../harness/faultInjection.ts';

/** A step at which a fault plan changed something, with what the agent did about it. */
export interface PerturbedStep {
  readonly step: number;
  readonly date: string;
  readonly faults: Perturbation;
  /** Target weights of the decision that was executed, by symbol. */
  readonly targets: ReadonlyMap<string, number>;
  /** The agent's own last stated targets before it. */
  readonly stated: ReadonlyMap<string, number>;
}

/**
 * Gathers what the summary of a run under a fault plan tells. Keeps perturbed steps
 * alone: there are at most as many as the plan's bounds allow.
 */
export class FaultStory {
  readonly #steps = new Map<number, PerturbedStep>();
  readonly #stated = new Map<string, number>();

  /** Every turn of the attempt, in order. */
  onTurn({ step, date, faults, decision }: Turn): void {
    if (faults !== undefined) {
      const stated = new Map(this.#stated);
      const targets = new Map(decision.orders.map((order) => [order.symbol, order.target_weight]));
      this.#steps.set(step, { step, date, faults, targets, stated });
    }
    for (const { symbol, target_weight } of decision.orders) this.#stated.set(symbol, target_weight);
  }

  at(step: number): PerturbedStep | undefined {
    return this.#steps.get(step);
  }
}
