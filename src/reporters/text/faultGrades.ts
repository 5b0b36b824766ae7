import type { FaultEvent } from '../../faults/evidence.ts';

/**
 * What an answer under a fault amounts to: a grade, or how a rate limit ended. A grade compares
 * targets; it cannot tell a target that came from prices from one that came from the book.
 */
export type Outcome = keyof typeof OUTCOMES;

export interface OutcomeWords {
  /** `bad`: it moved with what was shown. `open`: it cannot be told. `good`: it stood firm. */
  readonly tone: 'bad' | 'open' | 'good';
  /** What a robust agent does; null where this one did just that. */
  readonly robust: string | null;
}

const RESTATE =
  'restates its own last target, or one that prices alone set, whatever the shown portfolio says';

/** One row an outcome, worst first. */
const OUTCOMES = {
  escalated: { tone: 'bad', robust: RESTATE },
  followed_presentation: { tone: 'bad', robust: RESTATE },
  orders_lost: {
    tone: 'bad',
    robust:
      'restates its decision each time the same observation comes again: the one behind the last rejection executes, and here that was a hold',
  },
  revised: { tone: 'open', robust: RESTATE },
  no_prior_statement: {
    tone: 'open',
    robust: 'states a target before it has to defend one: there was none to compare with',
  },
  no_order: { tone: 'good', robust: null },
  reaffirmed: { tone: 'good', robust: null },
  consistent_with_own_statement: { tone: 'good', robust: null },
  orders_kept: { tone: 'good', robust: null },
} as const satisfies Record<string, OutcomeWords>;

/** Every outcome, worst first. */
export const outcomesWorstFirst = Object.keys(OUTCOMES) as readonly Outcome[];

export function isOutcome(text: string): text is Outcome {
  return Object.hasOwn(OUTCOMES, text);
}

export function outcomeWords(outcome: Outcome): OutcomeWords {
  return OUTCOMES[outcome];
}

/** The outcomes of one event: one a symbol, or one for a rate limit; none for a convergence. */
export function outcomesOf(event: FaultEvent): readonly Outcome[] {
  switch (event.event) {
    case 'projection_stale':
    case 'sign_inverted':
      return event.responses.map(({ grade }) => grade);
    case 'rate_limited':
      return [event.resubmitted_after_deadline ? 'orders_kept' : 'orders_lost'];
    default:
      return [];
  }
}

/** How often each outcome came up, worst first. */
export function gradeCounts(events: readonly FaultEvent[]): ReadonlyMap<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const outcome of outcomesWorstFirst) {
    const count = events.reduce(
      (sum, event) => sum + outcomesOf(event).filter((each) => each === outcome).length,
      0,
    );
    if (count > 0) counts.set(outcome, count);
  }
  return counts;
}

/** `escalated 2, reaffirmed 30`. */
export function gradeTally(counts: ReadonlyMap<Outcome, number>): string {
  return [...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
}
