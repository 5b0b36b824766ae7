import type { RunTrajectory } from '../../src/determinism/trajectory.ts';
import { observationAt } from '../../src/engine/observe.ts';
import type { DecideFunction } from '../../src/engine/referenceAgents.ts';
import { EngineRun, type RunInputs } from '../../src/engine/run.ts';

/** What a function decides in one run, with nothing but the engine around it. */
export function capturedRun(decide: DecideFunction, inputs: RunInputs): RunTrajectory {
  const run = new EngineRun(inputs);
  const steps = [];
  while (!run.done) {
    const observation = observationAt(inputs.dataset, run.bar, run.cash, run.shares);
    const decision = decide(observation);
    steps.push({ step: run.step, observation_id: observation.date, decision });
    run.execute(decision);
  }
  const { window, seed } = inputs;
  return { window_start: window.start, window_end: window.end, seed, steps };
}
