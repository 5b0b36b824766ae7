import type { SplitMix64 } from '../kernel/splitMix64.ts';
import type { Decision } from '../protocol/decision.ts';
import type { EngineRun } from './run.ts';

/** A run's state at one step: as large as the book, whatever came before. */
export interface RunSnapshot {
  readonly owner: EngineRun;
  readonly step: number;
  readonly stamp: number;
  readonly cash: number;
  readonly shares: Float64Array;
  readonly carried: Float64Array;
  readonly rng: SplitMix64;
  readonly previousNav: number;
  readonly previousCarry: number;
  readonly pendingConfidence: number | null;
  readonly cost: number;
  readonly waiting: readonly Decision[];
  /** Lengths of what only grows. */
  readonly events: number;
  readonly pairs: number;
}
