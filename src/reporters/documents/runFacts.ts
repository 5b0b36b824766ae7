/** The plain facts of a run, as its record has them. */
export interface RunFacts {
  readonly agent: string;
  readonly transport: string | null;
  /** Program and arguments; empty in process. */
  readonly command: readonly string[];
  readonly cell: Cell | null;
  readonly steps: number | null;
  readonly data: {
    readonly source: string | null;
    readonly symbols: readonly string[];
    readonly symbolCount: number;
    readonly bars: number | null;
  };
  readonly costs: string | null;
  /** Name and value. */
  readonly digests: readonly (readonly [string, string])[];
  readonly decideTimeoutMs: number | null;
  /** Variables that may make it behave otherwise elsewhere, in words; null where the record has none. */
  readonly environment: readonly string[] | null;
  /** Versions of what ran it; null where the record has none. */
  readonly machine: string | null;
}

export interface Cell {
  readonly start: number;
  readonly end: number;
  /** Digits: a double would round a u64. */
  readonly seed: string;
}

/** Of a run whose returns are the agent's own; null where a number is not defined. */
export interface Summary {
  readonly totalReturn: number | null;
  readonly sharpePerPeriod: number | null;
  readonly psrZero: number | null;
  readonly maxDrawdown: number | null;
  readonly turnoverPerStep: number | null;
  readonly exposureMean: number | null;
  readonly hitRate: number | null;
  readonly brier: number | null;
  readonly brierPairs: number | null;
  readonly processScore: number | null;
}

/** Decide times in milliseconds. */
export interface Times {
  readonly decisions: number;
  readonly firstMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly maxMs: number | null;
  readonly wallMs: number | null;
}

/** What the agent reported; unknown is null, never 0. */
export interface Spend {
  readonly reported: number;
  readonly unreported: number;
  readonly costUsd: number | null;
  readonly tokensIn: string | null;
  readonly tokensOut: string | null;
  readonly reasoningTokens: string | null;
}

export interface Health {
  readonly transportFaults: number;
  readonly protocolFaults: number;
  readonly resourceFaults: number;
  readonly isTripped: boolean;
  readonly firstFailedStep: number | null;
  readonly failure: string | null;
}

/** A row of the attempt ledger. */
export interface AttemptRow {
  readonly id: string;
  readonly generation: number;
  /** `passed`, `failed`, `interrupted`, or `no end`. */
  readonly outcome: string;
  readonly failure: string | null;
  readonly code: string | null;
  readonly turns: number;
  readonly durationMs: number | null;
}
