import { type FaultPlan, PLAN_VERSION } from './plan.ts';
import { faultText } from './planDigest.ts';

/** The plan as a file that a person reads and edits: a fault a line. Its digest does not depend on it. */
export function planDocument(plan: FaultPlan): string {
  const relaxations = plan.declaredRelaxations.map((each) => `"${each}"`).join(', ');
  const faults = plan.faults.map((fault) => `    ${faultText(fault)}`).join(',\n');
  return `{
  "schema_version": "${PLAN_VERSION}",
  "seed": ${plan.seed},
  "declared_relaxations": [${relaxations}],
  "faults": [
${faults}
  ]
}
`;
}
