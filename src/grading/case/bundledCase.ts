import { instrumentTable } from '../instruments/table.ts';
import { CASE_VERSION } from './caseContract.ts';
import type { GivenCase } from './caseSchema.ts';

/**
 * The case that applies unless another is given: small enough that a check of a fast
 * agent takes seconds. Data, costs and windows are the project's own.
 */
export function bundledCase(): GivenCase {
  return {
    schema_version: CASE_VERSION,
    name: 'default',
    roster: {
      seeds: [0, 1],
      retries: 2,
      plans: [{ name: 'mild', plan: mildPlan }],
    },
    instruments: instrumentTable.map(({ id, required, binding }) => ({ id, required, binding, bounds: {} })),
    valid_outcomes: { results: ['passed', 'failed'], advisory_may_be_missing: true },
  };
}

/** One short stale read and one short rate limit in every cell. */
const mildPlan = {
  schema_version: 'sharpebench.fault-plan.v1',
  seed: 20260621,
  declared_relaxations: ['read_your_writes', 'submission_acceptance'],
  faults: [
    { id: 'stale', cohort_ppm: 1_000_000, fault: { mode: 'projection_lag', max_lag_steps: 2 } },
    { id: 'limit', cohort_ppm: 1_000_000, fault: { mode: 'rate_limit', max_rejected_presentations: 2 } },
  ],
};
