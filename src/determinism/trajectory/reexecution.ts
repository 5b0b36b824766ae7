import type { Turn } from '../../harness/events.ts';
import type { Decision } from '../../protocol/decision.ts';
import { type Difference, firstDifference } from '../firstDifference.ts';
import type { RunTrajectory } from '../trajectory.ts';

/** The first step of a run at which a fresh agent decided otherwise (page 4.3). */
export interface Divergence {
  /** Position of the run in the trajectory. */
  readonly run: number;
  readonly window_start: number;
  readonly window_end: number;
  readonly seed: bigint;
  readonly step: number;
  readonly observation_id: string;
  readonly recorded: Decision;
  readonly reexecuted: Decision;
  /** Where the two decisions part; `a` is the recorded value. */
  readonly difference: Difference;
}

/**
 * Holds a run's turns, as they come, against what was recorded. After the first
 * divergence the books differ, and after a turn that the agent did not answer nothing
 * is its own any more: what comes then is not compared.
 */
export class RunComparison {
  /** Steps that were compared, the divergent one included. */
  compared = 0;
  divergence: Divergence | null = null;
  readonly #index: number;
  readonly #recorded: RunTrajectory;
  #isOver = false;

  constructor(index: number, recorded: RunTrajectory) {
    this.#index = index;
    this.#recorded = recorded;
  }

  turn({ step, verdict, decision }: Pick<Turn, 'step' | 'verdict' | 'decision'>): void {
    const recorded = this.#recorded.steps[step];
    if (verdict !== 'accepted' || recorded === undefined) this.#isOver = true;
    if (this.#isOver || recorded === undefined) return;
    this.compared += 1;
    const difference = firstDifference(recorded.decision, decision);
    if (difference === null) return;
    this.#isOver = true;
    const { window_start, window_end, seed } = this.#recorded;
    this.divergence = {
      run: this.#index,
      window_start,
      window_end,
      seed,
      step,
      observation_id: recorded.observation_id,
      recorded: recorded.decision,
      reexecuted: decision,
      difference,
    };
  }
}
