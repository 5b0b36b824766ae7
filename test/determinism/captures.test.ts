import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { prettyJson } from '../../src/determinism/prettyJson.ts';
import {
  type RunTrajectory,
  TRAJECTORY_SCHEMA_VERSION,
  trajectoryText,
} from '../../src/determinism/trajectory.ts';
import { costModelSha256 } from '../../src/engine/costDigest.ts';
import { costProfiles } from '../../src/engine/costModel.ts';
import { referenceAgents } from '../../src/engine/referenceAgents.ts';
import { datasetSha256 } from '../../src/market/digest.ts';
import { builtInSpec, builtInWindows } from '../../src/market/windows.ts';
import { capturedRun } from '../support/capturedRun.ts';
import { vectorDataset, vectorJson } from '../support/vectors.ts';

interface CaptureVector {
  readonly agent: keyof typeof referenceAgents;
  readonly compact_sha256: string;
  readonly pretty_sha256: string;
  readonly pretty_bytes: number;
  readonly runs: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const dataset = vectorDataset(builtInSpec);
const seeds = Array.from({ length: 8 }, (_, seed) => BigInt(seed));

function capture(agent: keyof typeof referenceAgents): RunTrajectory[] {
  return builtInWindows.flatMap((window) =>
    seeds.map((seed) =>
      capturedRun(referenceAgents[agent](), { dataset, costs: costProfiles.typical, window, seed }),
    ),
  );
}

describe('the default capture is the reference’s file, byte for byte', () => {
  for (const vector of vectorJson<CaptureVector[]>('captures.json')) {
    test(vector.agent, () => {
      const runs = capture(vector.agent);
      expect(runs).toHaveLength(vector.runs);
      const compact = trajectoryText({
        agent_id: vector.agent,
        contract: {
          schema_version: TRAJECTORY_SCHEMA_VERSION,
          dataset_sha256: datasetSha256(dataset),
          cost_model_sha256: costModelSha256(costProfiles.typical),
          engine_version: '0.28.0',
          windows: builtInWindows,
          seeds,
          runner_artifact_sha256: null,
        },
        in_sample_trials: 0,
        declared_mandate: null,
        runs,
      });
      expect(sha256(compact)).toBe(vector.compact_sha256);
      const pretty = prettyJson(compact);
      expect(Buffer.byteLength(pretty)).toBe(vector.pretty_bytes);
      expect(sha256(pretty)).toBe(vector.pretty_sha256);
    });
  }
});

test('pretty JSON is JSON.stringify’s, for what that can print', () => {
  const value = { a: [], b: {}, c: [1, { d: 'x,:{}[]"\\' }], e: [[]], f: null };
  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});
