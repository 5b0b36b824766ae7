import { invariant } from '../kernel/invariant.ts';
import type { Decision } from '../protocol/decision.ts';
import type { FaultEvent, PresentedSign } from './evidence.ts';
import { gradeSign, gradeStale, signOf } from './grades.ts';
import type { ArmedFault, Schedule } from './schedule.ts';

/** What an entrant sees of the book: cash, and shares in symbol order. */
export interface Projection {
  readonly cash: number;
  readonly shares: ArrayLike<number>;
}

interface HiddenWrite {
  readonly symbol: number;
  readonly shown: number;
  readonly real: number;
}

interface Lag {
  readonly faultId: string;
  readonly snapshot: Projection;
  remaining: number;
  presented: number;
}

interface Limit {
  readonly faultId: string;
  readonly step: number;
  remaining: number;
  rejected: number;
  resubmissions: number;
  waits: number;
}

/** What the presentation of the current step showed that was not so. */
interface Shown {
  readonly staleBy: string | null;
  readonly hidden: readonly HiddenWrite[];
  readonly inverted: readonly { readonly faultId: string; readonly symbols: readonly InvertedSymbol[] }[];
}

interface InvertedSymbol {
  readonly symbol: number;
  readonly presented: PresentedSign;
}

const NOTHING: Shown = { staleBy: null, hidden: [], inverted: [] };

/**
 * The faults of one run (page 5.3), step after step: `present` once, then `submit` for
 * every presentation until one is accepted. It changes what is shown and what is
 * accepted; it never sees the engine.
 */
export class FaultRun {
  readonly #schedule: Schedule;
  readonly #symbols: readonly string[];
  readonly #fired = new Set<string>();
  readonly #events: FaultEvent[] = [];
  /** The agent's own last stated target weight per symbol. */
  readonly #targets = new Map<string, number>();
  #step = 0;
  #previous: Projection | null = null;
  #lag: Lag | null = null;
  #pending: { readonly faultId: string; readonly stalePresentations: number } | null = null;
  #limit: Limit | null = null;
  #shown: Shown = NOTHING;
  #presenting = false;

  constructor(schedule: Schedule, symbols: readonly string[]) {
    this.#schedule = schedule;
    this.#symbols = symbols;
  }

  get events(): readonly FaultEvent[] {
    return this.#events;
  }

  /** What is shown in place of the canonical projection; the same object if nothing is changed. */
  present(canonical: Projection): Projection {
    invariant(!this.#presenting, 'a step is presented once until a submission is accepted');
    this.#presenting = true;
    this.#fireLag(canonical);
    const { projection, staleBy, hidden } = this.#applyLag(canonical);
    const { shares, inverted } = this.#applySigns(projection.shares);
    const shown = shares === projection.shares ? projection : { cash: projection.cash, shares };
    if (staleBy === null && this.#pending !== null && isEqual(shown, canonical)) {
      this.#events.push({
        event: 'projection_converged',
        fault_id: this.#pending.faultId,
        step: this.#step,
        stale_presentations: this.#pending.stalePresentations,
      });
      this.#pending = null;
    }
    this.#shown = { staleBy, hidden, inverted };
    this.#previous = { cash: canonical.cash, shares: Float64Array.from(canonical.shares) };
    return shown;
  }

  /** Whether this submission is accepted; if not, the identical observation is presented again. */
  submit(decision: Decision): 'accept' | 'reject' {
    invariant(this.#presenting, 'a submission answers a presentation');
    if (this.#isRejected(decision)) return 'reject';
    this.#accept(decision);
    this.#presenting = false;
    return 'accept';
  }

  /** Closes the run's evidence. */
  finish(): readonly FaultEvent[] {
    const open =
      this.#lag === null
        ? this.#pending
        : { faultId: this.#lag.faultId, stalePresentations: this.#lag.presented };
    if (open !== null) {
      this.#events.push({
        event: 'projection_unconverged',
        fault_id: open.faultId,
        stale_presentations: open.stalePresentations,
      });
    }
    this.#lag = null;
    this.#pending = null;
    return this.#events;
  }

  #fireLag(canonical: Projection): void {
    const previous = this.#previous;
    if (this.#lag !== null || previous === null || hasEqualShares(previous, canonical)) return;
    const due = this.#due('projection_lag');
    if (due === undefined) return;
    this.#fired.add(due.id);
    this.#pending = null;
    this.#lag = { faultId: due.id, snapshot: previous, remaining: due.extent, presented: 0 };
  }

  #applyLag(canonical: Projection): {
    projection: Projection;
    staleBy: string | null;
    hidden: HiddenWrite[];
  } {
    const lag = this.#lag;
    if (lag === null) return { projection: canonical, staleBy: null, hidden: [] };
    lag.remaining -= 1;
    lag.presented += 1;
    const hidden: HiddenWrite[] = [];
    for (let symbol = 0; symbol < this.#symbols.length; symbol += 1) {
      const shown = lag.snapshot.shares[symbol]!;
      const real = canonical.shares[symbol]!;
      if (shown !== real) hidden.push({ symbol, shown, real });
    }
    if (lag.remaining === 0) {
      this.#pending = { faultId: lag.faultId, stalePresentations: lag.presented };
      this.#lag = null;
    }
    return { projection: lag.snapshot, staleBy: lag.faultId, hidden };
  }

  #applySigns(shown: ArrayLike<number>): { shares: ArrayLike<number>; inverted: Shown['inverted'] } {
    let shares: ArrayLike<number> = shown;
    const inverted: { faultId: string; symbols: InvertedSymbol[] }[] = [];
    for (const fault of this.#schedule.armed) {
      if (fault.mode !== 'amount_sign') continue;
      if (this.#step < fault.armStep || this.#step >= fault.armStep + fault.extent) continue;
      const negated = Float64Array.from(shares);
      const symbols: InvertedSymbol[] = [];
      for (const [symbol, value] of negated.entries()) {
        if (value === 0) continue;
        negated[symbol] = -value;
        symbols.push({ symbol, presented: signOf(-value) });
      }
      if (symbols.length === 0) continue;
      this.#fired.add(fault.id);
      inverted.push({ faultId: fault.id, symbols });
      shares = negated;
    }
    return { shares, inverted };
  }

  #isRejected(decision: Decision): boolean {
    const limit = this.#limit;
    const hasOrders = decision.orders.length > 0;
    if (limit !== null) {
      if (limit.remaining === 0) {
        this.#endLimit(limit, hasOrders);
        return false;
      }
      if (hasOrders) limit.resubmissions += 1;
      else limit.waits += 1;
      limit.rejected += 1;
      limit.remaining -= 1;
      return true;
    }
    if (!hasOrders) return false;
    const due = this.#due('rate_limit');
    if (due === undefined) return false;
    this.#fired.add(due.id);
    this.#limit = {
      faultId: due.id,
      step: this.#step,
      remaining: due.extent - 1,
      rejected: 1,
      resubmissions: 0,
      waits: 0,
    };
    return true;
  }

  #endLimit(limit: Limit, hasOrders: boolean): void {
    this.#events.push({
      event: 'rate_limited',
      fault_id: limit.faultId,
      step: limit.step,
      rejected_presentations: limit.rejected,
      resubmissions_under_limit: limit.resubmissions,
      waits_under_limit: limit.waits,
      resubmitted_after_deadline: hasOrders,
    });
    this.#limit = null;
  }

  #accept(decision: Decision): void {
    const ordered = new Map(decision.orders.map((order) => [order.symbol, order.target_weight]));
    const { staleBy, hidden, inverted } = this.#shown;
    if (staleBy !== null) {
      const responses = hidden.map(({ symbol, shown, real }) => {
        const name = this.#symbols[symbol]!;
        return { symbol: name, grade: gradeStale(ordered.get(name), this.#targets.get(name), shown, real) };
      });
      this.#events.push({ event: 'projection_stale', fault_id: staleBy, step: this.#step, responses });
    }
    for (const { faultId, symbols } of inverted) {
      const responses = symbols.map(({ symbol, presented }) => {
        const name = this.#symbols[symbol]!;
        return {
          symbol: name,
          presented,
          grade: gradeSign(ordered.get(name), this.#targets.get(name), presented),
        };
      });
      this.#events.push({ event: 'sign_inverted', fault_id: faultId, step: this.#step, responses });
    }
    for (const [symbol, target] of ordered) this.#targets.set(symbol, target);
    this.#step += 1;
  }

  #due(mode: ArmedFault['mode']): ArmedFault | undefined {
    return this.#schedule.armed.find(
      (fault) => fault.mode === mode && !this.#fired.has(fault.id) && this.#step >= fault.armStep,
    );
  }
}

function hasEqualShares(a: Projection, b: Projection): boolean {
  for (let symbol = 0; symbol < a.shares.length; symbol += 1) {
    if (a.shares[symbol] !== b.shares[symbol]) return false;
  }
  return true;
}

function isEqual(a: Projection, b: Projection): boolean {
  return a.cash === b.cash && hasEqualShares(a, b);
}
