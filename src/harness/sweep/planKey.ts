import { createHash } from 'node:crypto';
import { recordJson } from '../recordJson.ts';
import type { SweepPlan } from './records.ts';

/** What must be equal for results to belong to one sweep, and what a message calls it. */
const fixed: readonly (readonly [name: string, value: (plan: SweepPlan) => unknown])[] = [
  ['kit version', (plan) => plan.kit],
  ['engine', (plan) => plan.digests.engine_version],
  ['agent', (plan) => plan.agent.id],
  ['transport', (plan) => plan.agent.transport],
  ['agent snapshot', (plan) => plan.snapshot_id],
  ['data', (plan) => plan.digests.dataset_sha256],
  ['sidecars', (plan) => plan.digests.sidecars ?? null],
  ['costs', (plan) => plan.digests.cost_model_sha256],
  ['decide timeout', (plan) => plan.decide_timeout_ms],
  ['retries', (plan) => plan.retries],
  ['windows', (plan) => plan.windows.map((window) => window.join(':')).join(',')],
  ['seeds', (plan) => plan.seeds.join(',')],
  ['fault plan', (plan) => plan.fault_plan?.sha256],
];

/** SHA-256 over all that fixes a sweep; where data and costs came from is no part of it. */
export function planKey(plan: SweepPlan): string {
  const values = fixed.map(([name, value]) => [name, value(plan)]);
  // What a sweep does not have leaves its key as it was.
  const text = recordJson(values.filter(([, value]) => value !== undefined));
  return createHash('sha256').update(text).digest('hex');
}

export interface PlanDifference {
  readonly name: string;
  readonly expected: string;
  readonly found: string;
}

/** Every respect in which two plans are not the same sweep. */
export function planDifferences(expected: SweepPlan, found: SweepPlan): readonly PlanDifference[] {
  return fixed.flatMap(([name, value]) => {
    const [a, b] = [shown(value(expected)), shown(value(found))];
    return a === b ? [] : [{ name, expected: a, found: b }];
  });
}

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : recordJson(value);
}
