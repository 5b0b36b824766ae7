import { planSha256 } from '../../faults/planDigest.ts';
import type { SweepPlan } from '../../harness/sweep/records.ts';
import type { Window } from '../../market/dataset.ts';
import type { RunSetting } from '../resolveSetting.ts';
import { version } from '../version.ts';

/** All that fixes a sweep, as its record and its report carry it. */
export function sweepPlanOf(
  setting: RunSetting,
  windows: readonly Window[],
  seeds: readonly bigint[],
  retries: number,
): SweepPlan {
  const { dataset, digests, source, faultPlan } = setting;
  const { dataset_sha256, cost_model_sha256, engine_version, sidecars } = digests;
  return {
    kit: version,
    agent: { ...source.identity, command: [...source.identity.command] },
    snapshot_id: setting.snapshotId,
    data: { source: dataset.source, symbols: [...dataset.symbols], bars: dataset.dates.length },
    costs: setting.costsName,
    digests: {
      dataset_sha256,
      cost_model_sha256,
      engine_version,
      ...(sidecars !== undefined && { sidecars: { ...sidecars } }),
    },
    decide_timeout_ms: setting.decideTimeoutMs,
    retries,
    windows: windows.map(({ start, end }) => [start, end]),
    seeds: [...seeds],
    ...(faultPlan !== null && {
      fault_plan: { sha256: planSha256(faultPlan), faults: faultPlan.faults.map(({ id }) => id) },
    }),
  };
}
