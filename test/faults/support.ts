import { FaultRun, type Projection } from '../../src/faults/faultRun.ts';
import type { FaultMode, FaultPlan, PlannedFault } from '../../src/faults/plan.ts';
import { usedRelaxations } from '../../src/faults/plan.ts';
import type { ArmedFault } from '../../src/faults/schedule.ts';
import type { Decision } from '../../src/protocol/decision.ts';

export const cell = { windowStart: 20, windowEnd: 40, seed: 3n };

/** A decision with these target weights by symbol; none is a hold. */
export function decide(targets: Readonly<Record<string, number>> = {}): Decision {
  const orders = Object.entries(targets).map(([symbol, target_weight]) => ({
    symbol,
    action: 'buy' as const,
    target_weight,
    rationale: '',
  }));
  return { orders, reasoning: '' };
}

export const hold = decide();

/** A run of two symbols, A and B, under faults that are armed by hand. */
export function runOf(...armed: readonly ArmedFault[]): FaultRun {
  const schedule = { planSha256: 'p', cell, assigned: armed.map(({ id }) => id), armed };
  return new FaultRun(schedule, ['A', 'B']);
}

export const lag = (armStep: number, extent: number, id = 'lag'): ArmedFault => ({
  id,
  mode: 'projection_lag',
  armStep,
  extent,
});
export const flip = (armStep: number, extent: number, id = 'flip'): ArmedFault => ({
  id,
  mode: 'amount_sign',
  armStep,
  extent,
});
export const limit = (armStep: number, extent: number, id = 'limit'): ArmedFault => ({
  id,
  mode: 'rate_limit',
  armStep,
  extent,
});

/** The book: cash, shares of A, shares of B. */
export const book = (cash: number, a: number, b = 0): Projection => ({ cash, shares: [a, b] });

/** Cash and shares as plain numbers. */
export function plain({ cash, shares }: Projection): readonly number[] {
  return [cash, ...Array.from(shares)];
}

/** One step: presents the book, submits the decision, which has to be accepted. */
export function step(run: FaultRun, canonical: Projection, decision: Decision = hold): readonly number[] {
  const shown = plain(run.present(canonical));
  const verdict = run.submit(decision);
  if (verdict !== 'accept') throw new Error('this step was rejected');
  return shown;
}

export function planOf(faults: readonly PlannedFault[], seed = 0n): FaultPlan {
  return { seed, declaredRelaxations: usedRelaxations(faults), faults };
}

export function planned(
  mode: FaultMode,
  bound: number,
  more: Partial<Omit<PlannedFault, 'mode' | 'bound'>> = {},
): PlannedFault {
  return {
    id: more.id ?? mode,
    group: more.group ?? null,
    cohortPpm: more.cohortPpm ?? 1_000_000,
    mode,
    bound,
  };
}
