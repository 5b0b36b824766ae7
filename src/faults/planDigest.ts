import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { type FaultPlan, modes, PLAN_VERSION, type PlannedFault } from './plan.ts';

/** SHA-256 (hex) of the plan's own record: independent of how the document was laid out. */
export function planSha256(plan: FaultPlan): string {
  return bytesToHex(sha256(encodeUtf8(planText(plan))));
}

/** The plan, compact and in the fixed order of its members (page 5.1). */
export function planText(plan: FaultPlan): string {
  const relaxations = plan.declaredRelaxations.map((each) => `"${each}"`).join(',');
  const faults = plan.faults.map(faultText).join(',');
  return `{"schema_version":"${PLAN_VERSION}","seed":${plan.seed},"declared_relaxations":[${relaxations}],"faults":[${faults}]}`;
}

/** Ids and groups are of `[a-z0-9_-]`, so nothing needs an escape. */
export function faultText({ id, group, cohortPpm, mode, bound }: PlannedFault): string {
  const groupText = group === null ? '' : `"group":"${group}",`;
  return `{"id":"${id}",${groupText}"cohort_ppm":${cohortPpm},"fault":{"mode":"${mode}","${modes[mode].boundKey}":${bound}}}`;
}
