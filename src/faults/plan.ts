/** A frozen fault plan (page 5.1). Property names are the document's own. */
export interface FaultPlan {
  /** u64. */
  readonly seed: bigint;
  /** Deduplicated, in the fixed order of `relaxations`. */
  readonly declaredRelaxations: readonly Relaxation[];
  /** In plan order. */
  readonly faults: readonly PlannedFault[];
}

export interface PlannedFault {
  readonly id: string;
  /** Faults of one group share a cohort draw and never meet in one cell. */
  readonly group: string | null;
  /** Parts per million of the cells that the fault is assigned to. */
  readonly cohortPpm: number;
  readonly mode: FaultMode;
  /** The mode's bound: lagged steps, inverted steps, or rejected presentations. */
  readonly bound: number;
}

export const PLAN_VERSION = 'sharpebench.fault-plan.v1';

/** In the order in which a plan's digest and declaration name them. */
export const relaxations = [
  'read_your_writes',
  'position_sign_convention',
  'submission_acceptance',
  'complete_results',
] as const;
export type Relaxation = (typeof relaxations)[number];

export const armableModes = ['projection_lag', 'amount_sign', 'rate_limit'] as const;
export type FaultMode = (typeof armableModes)[number];

/** What a mode is made of: the name of its bound, what it needs declared, its drawn parameter. */
export interface ModeRow {
  readonly boundKey: string;
  readonly relaxation: Relaxation;
  readonly parameter: 'lag' | 'span' | 'rejected';
}

export const modes: Readonly<Record<FaultMode, ModeRow>> = {
  projection_lag: { boundKey: 'max_lag_steps', relaxation: 'read_your_writes', parameter: 'lag' },
  amount_sign: { boundKey: 'max_span_steps', relaxation: 'position_sign_convention', parameter: 'span' },
  rate_limit: {
    boundKey: 'max_rejected_presentations',
    relaxation: 'submission_acceptance',
    parameter: 'rejected',
  },
};

/** The relaxations that the faults of a plan use, in the fixed order. */
export function usedRelaxations(faults: readonly PlannedFault[]): readonly Relaxation[] {
  const used = new Set(faults.map(({ mode }) => modes[mode].relaxation));
  return relaxations.filter((each) => used.has(each));
}
