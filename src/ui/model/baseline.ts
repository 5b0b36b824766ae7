import { observationAt } from '../../engine/observe.ts';
import { referenceAgents } from '../../engine/referenceAgents.ts';
import { EngineRun, type RunInputs } from '../../engine/run.ts';
import type { Decision } from '../../protocol/decision.ts';

/** NAV of buying and holding in the same cell, run only as far as it is looked at. */
export class Baseline {
  readonly navs: Float64Array;
  readonly #engine: EngineRun;
  /** What buy-and-hold decides at every step: it looks at the symbols alone. */
  #decision: Decision | null = null;

  constructor(inputs: RunInputs) {
    this.#engine = new EngineRun(inputs);
    this.navs = new Float64Array(this.#engine.steps);
  }

  /** Sees to it that the first `steps` values are there. */
  reach(steps: number): void {
    const engine = this.#engine;
    while (engine.step < Math.min(steps, engine.steps)) {
      this.#decision ??= firstDecision(engine);
      const { step } = engine;
      this.navs[step] = engine.execute(this.#decision).nav;
    }
  }
}

function firstDecision({ inputs, bar, cash, shares }: EngineRun): Decision {
  return referenceAgents['buy-and-hold']()(observationAt(inputs.dataset, bar, cash, shares));
}
