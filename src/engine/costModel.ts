/** Cost model of a run (page 2.7). Rates in basis points. */
export interface CostModel {
  readonly feeBps: number;
  readonly slippageBps: number;
  readonly impactBps: number;
  readonly financingBps: number;
  /** Largest trade as a fraction of NAV; Infinity means unlimited. */
  readonly maxParticipation: number;
  /** Part of the digest only; the engine does not charge it. */
  readonly trfCost: number | null;
  readonly noise: ExecutionNoise | null;
  readonly shortBorrowBps: number;
  /** Bars between submission and execution; null executes at once. */
  readonly fixedDelayBars: number | null;
}

/** Seeded execution noise (page 2.5). */
export interface ExecutionNoise {
  readonly delayProb: number;
  readonly minFillFrac: number;
  readonly carryFloor: number;
  readonly queueParticipationRef: number;
}

const frictionless: CostModel = {
  feeBps: 0,
  slippageBps: 0,
  impactBps: 0,
  financingBps: 0,
  maxParticipation: Number.POSITIVE_INFINITY,
  trfCost: null,
  noise: null,
  shortBorrowBps: 0,
  fixedDelayBars: null,
};

const typical: CostModel = { ...frictionless, feeBps: 2, slippageBps: 3, impactBps: 50, financingBps: 5 };

/** The named profiles of page 2.7; `typical` is the default. */
export const costProfiles: Readonly<Record<CostProfile, CostModel>> = {
  frictionless,
  typical,
  stressed: {
    ...frictionless,
    feeBps: 10,
    slippageBps: 15,
    impactBps: 150,
    financingBps: 20,
    maxParticipation: 0.1,
    fixedDelayBars: 2,
  },
  realistic: {
    ...typical,
    noise: { delayProb: 0.25, minFillFrac: 0.5, carryFloor: 0.001, queueParticipationRef: 0.1 },
  },
};

export const costProfileNames = ['frictionless', 'typical', 'stressed', 'realistic'] as const;
export type CostProfile = (typeof costProfileNames)[number];
