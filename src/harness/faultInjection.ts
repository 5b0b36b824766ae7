import type { FaultEvent } from '../faults/evidence.ts';
import { FaultRun, type Projection } from '../faults/faultRun.ts';
import type { Schedule } from '../faults/schedule.ts';
import type { TurnResult } from './dispatcher.ts';
import type { Cell, RawAnswer } from './events.ts';
import { rawAnswer } from './rawAnswer.ts';

/** The evidence record of a run under a plan (page 5.3). */
export interface FaultEvidence {
  readonly plan_sha256: string;
  readonly cell: Cell;
  readonly assigned: readonly string[];
  readonly events: readonly FaultEvent[];
  /** Host time spent on rejected presentations, in milliseconds; apart from decision time. */
  readonly rate_limited: number;
}

/** How one step differed from a run without a plan. */
export interface Perturbation {
  /** What was shown of the book; null if it was the truth. */
  readonly shown: { readonly cash: number; readonly shares: Readonly<Record<string, number>> } | null;
  /** Submissions that were rejected before the accepted one, in order. */
  readonly rejected: readonly RejectedSubmission[];
  /** What was found out at this step. */
  readonly events: readonly FaultEvent[];
}

export interface RejectedSubmission {
  readonly decide_ms: number | null;
  readonly orders: number;
  readonly raw: RawAnswer | null;
}

/**
 * Stands between the run and the agent (page 5): what is shown, and which submission is
 * accepted. Rejected presentations keep their own time.
 */
export class FaultInjection {
  readonly #schedule: Schedule;
  readonly #symbols: readonly string[];
  readonly #run: FaultRun;
  #shown: Projection | null = null;
  #rejected: RejectedSubmission[] = [];
  #rejectedMs = 0;
  #told = 0;

  constructor(schedule: Schedule, symbols: readonly string[]) {
    this.#schedule = schedule;
    this.#symbols = symbols;
    this.#run = new FaultRun(schedule, symbols);
  }

  /** What the agent is shown of the book at this step. */
  present(canonical: Projection): Projection {
    const shown = this.#run.present(canonical);
    this.#shown = shown === canonical ? null : shown;
    return shown;
  }

  submit(result: TurnResult): 'accept' | 'reject' {
    const verdict = this.#run.submit(result.decision);
    if (verdict === 'reject') {
      this.#rejectedMs += result.decideMs ?? 0;
      this.#rejected.push({
        decide_ms: result.decideMs,
        orders: result.decision.orders.length,
        raw: result.bytes === null ? null : rawAnswer(result.bytes),
      });
    }
    return verdict;
  }

  /** What was perturbed at the step just accepted, once; null if nothing was. */
  takePerturbation(): Perturbation | null {
    const events = this.#run.events.slice(this.#told);
    const shown = this.#shown === null ? null : this.#book(this.#shown);
    const rejected = this.#rejected;
    this.#told += events.length;
    this.#shown = null;
    this.#rejected = [];
    return shown === null && rejected.length === 0 && events.length === 0
      ? null
      : { shown, rejected, events };
  }

  evidence(): FaultEvidence {
    const { planSha256, cell, assigned } = this.#schedule;
    return {
      plan_sha256: planSha256,
      cell: { window_start: cell.windowStart, window_end: cell.windowEnd, seed: cell.seed },
      assigned,
      events: this.#run.finish(),
      rate_limited: this.#rejectedMs,
    };
  }

  #book({ cash, shares }: Projection) {
    return {
      cash,
      shares: Object.fromEntries(this.#symbols.map((symbol, index) => [symbol, shares[index]!])),
    };
  }
}
