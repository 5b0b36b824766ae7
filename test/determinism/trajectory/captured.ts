import type { Verifier } from '../../../src/determinism/trajectory/strict.ts';
import {
  type AgentTrajectory,
  TRAJECTORY_SCHEMA_VERSION,
  trajectoryPieces,
} from '../../../src/determinism/trajectory.ts';
import { costModelSha256 } from '../../../src/engine/costDigest.ts';
import { costProfiles } from '../../../src/engine/costModel.ts';
import type { DecideFunction } from '../../../src/engine/referenceAgents.ts';
import type { Window } from '../../../src/market/dataset.ts';
import { datasetSha256 } from '../../../src/market/digest.ts';
import { capturedRun } from '../../support/capturedRun.ts';
import { vectorDataset } from '../../support/vectors.ts';

export const spec = 'synthetic:2:60:7';
export const dataset = vectorDataset(spec);
export const costs = costProfiles.typical;
export const market = { dataset, costs };
export const verifier: Verifier = {
  dataset_sha256: datasetSha256(dataset),
  cost_model_sha256: costModelSha256(costs),
  engine_version: '0.28.0',
  dates: dataset.dates,
};

/** A whole trajectory of agents that are functions, made without any of the code under test. */
export function captured(
  fresh: (cell: { window: Window; seed: bigint }) => DecideFunction,
  grid: { windows?: readonly Window[]; seeds?: readonly bigint[]; agentId?: string } = {},
): AgentTrajectory {
  const windows = grid.windows ?? [
    { start: 20, end: 23 },
    { start: 23, end: 27 },
  ];
  const seeds = grid.seeds ?? [0n, 18446744073709551615n];
  const { dates: _dates, ...digests } = verifier;
  return {
    agent_id: grid.agentId ?? 'test',
    contract: {
      schema_version: TRAJECTORY_SCHEMA_VERSION,
      ...digests,
      windows,
      seeds,
      runner_artifact_sha256: null,
    },
    in_sample_trials: 0,
    declared_mandate: null,
    runs: windows.flatMap((window) =>
      seeds.map((seed) => capturedRun(fresh({ window, seed }), { ...market, window, seed })),
    ),
  };
}

export function fileBytes(trajectory: AgentTrajectory): Uint8Array {
  return new TextEncoder().encode([...trajectoryPieces(trajectory)].join(''));
}
