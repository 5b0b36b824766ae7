import { limits } from '../kernel/limits.ts';
import { textHash } from '../kernel/textHash.ts';
import { scoreBearing } from '../protocol/write/writeDecision.ts';
import type { RunEvent, RunStarted, Turn } from './events.ts';
import type { GenerationsCompared } from './liveEvents.ts';

interface Past {
  readonly generation: number;
  /** What was run on; generations of another cell, market or plan have nothing in common. */
  readonly cell: string;
  /**
   * Stand for what was decided at each step, up to the first that had no decision of the
   * agent's. The texts themselves would keep the garbage collector busy in a long run.
   */
  readonly decisions: number[];
  readonly navs: number[];
  hasEnded: boolean;
}

/**
 * What the generations of a session decided, kept to say what an edit changed. It hears
 * every event of the session and decides nothing.
 */
export class GenerationHistory {
  /** Oldest first; of one cell, a later one got less far than an earlier. */
  #past: Past[] = [];
  #generation = 0;
  #current: Past | null = null;

  take(event: RunEvent): void {
    switch (event.type) {
      case 'generation_started':
        this.#keep();
        this.#generation = event.task_generation;
        return;
      case 'run_started':
        this.#current = {
          generation: this.#generation,
          cell: cellText(event),
          decisions: [],
          navs: [],
          hasEnded: false,
        };
        return;
      case 'turn':
        if (this.#current !== null) takeTurn(this.#current, event);
    }
  }

  /**
   * The current generation against the last one before it that got as far, or else as far
   * as any. Null if there is none of the same cell, or no step that both decided.
   */
  compare(): GenerationsCompared | null {
    const after = this.#current;
    if (after === null) return null;
    const all = this.#past.filter((each) => each.cell === after.cell);
    const before = all.findLast((each) => each.decisions.length >= after.decisions.length) ?? all[0];
    const steps = Math.min(before?.decisions.length ?? 0, after.decisions.length);
    if (before === undefined || steps === 0) return null;
    const isDifferent = (decision: number, step: number): boolean => decision !== before.decisions[step];
    const decisions = after.decisions.slice(0, steps);
    const first = decisions.findIndex(isDifferent);
    return {
      type: 'generations_compared',
      before: before.generation,
      after: after.generation,
      steps_compared: steps,
      steps_different: decisions.filter(isDifferent).length,
      first_difference: first === -1 ? null : first,
      return_before: before.navs[steps - 1]! - 1,
      return_after: after.navs[steps - 1]! - 1,
    };
  }

  /** One that got no further than the current is of no use any more. */
  #keep(): void {
    const done = this.#current;
    this.#current = null;
    if (done === null || done.decisions.length === 0) return;
    const isUseful = (each: Past): boolean =>
      each.cell !== done.cell || each.decisions.length > done.decisions.length;
    this.#past = [...this.#past.filter(isUseful), done].slice(-limits.comparedGenerations);
  }
}

function cellText({ cell, digests, faults }: RunStarted): string {
  const { window_start: start, window_end: end, seed } = cell;
  const { dataset_sha256: data, cost_model_sha256: costs, sidecars = {} } = digests;
  return [start, end, seed, data, costs, faults?.plan_sha256, ...Object.values(sidecars)].join('/');
}

/** Behind a decision that the kit had to fill in, neither book nor return is the agent's own. */
function takeTurn(current: Past, { verdict, decision, nav }: Turn): void {
  if (verdict !== 'accepted') current.hasEnded = true;
  if (current.hasEnded) return;
  current.decisions.push(textHash(scoreBearing(decision)));
  current.navs.push(nav);
}
