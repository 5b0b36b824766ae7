import { objectShape } from '../../protocol/shape/fields.ts';

/** Objects of a trajectory file (page 4.1): true marks a required key. All of them are open. */
export const TRAJECTORY = objectShape('a trajectory', {
  agent_id: true,
  contract: false,
  in_sample_trials: false,
  declared_mandate: false,
  runs: true,
});

export const CONTRACT = objectShape('a contract', {
  schema_version: true,
  dataset_sha256: true,
  cost_model_sha256: true,
  engine_version: true,
  windows: true,
  seeds: true,
  runner_artifact_sha256: false,
});

export const WINDOW = objectShape('a window', { start: true, end: true });

export const MANDATE = objectShape('a mandate', {
  kind: true,
  benchmark_id: false,
  max_per_run_drawdown: false,
});

export const RUN = objectShape('a run', { window_start: true, window_end: true, seed: true, steps: true });

export const STEP = objectShape('a step', { step: true, observation_id: true, decision: true });
