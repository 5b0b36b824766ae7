import { observationAt } from '../../engine/observe.ts';
import { referenceAgents } from '../../engine/referenceAgents.ts';
import { EngineRun, type RunInputs } from '../../engine/run.ts';

/** NAV of buying and holding in the same cell, run only as far as it is looked at. */
export class Baseline {
  readonly navs: Float64Array;
  readonly #engine: EngineRun;
  readonly #decide = referenceAgents['buy-and-hold']();

  constructor(inputs: RunInputs) {
    this.#engine = new EngineRun(inputs);
    this.navs = new Float64Array(this.#engine.steps);
  }

  /** Sees to it that the first `steps` values are there. */
  reach(steps: number): void {
    const engine = this.#engine;
    while (engine.step < Math.min(steps, engine.steps)) {
      const { step } = engine;
      const seen = observationAt(engine.inputs.dataset, engine.bar, engine.cash, engine.shares);
      this.navs[step] = engine.execute(this.#decide(seen)).nav;
    }
  }
}
