import type { SplitMix64 } from '../kernel/splitMix64.ts';
import type { CostModel } from './costModel.ts';
import { noiseDraws } from './executionNoise.ts';

/** The mutable heart of a run: what it holds and what waits. */
export interface Book {
  cash: number;
  /** In symbol order. */
  readonly shares: Float64Array;
  /** Target weight of an order carried to the next bar, per symbol; NaN for none. */
  readonly carried: Float64Array;
}

/** What stands still while the orders of one bar are filled. */
export interface Bar {
  readonly index: number;
  readonly closes: readonly Float64Array[];
  readonly nav: number;
  readonly seed: bigint;
  readonly costs: CostModel;
  readonly rng: SplitMix64;
}

export type FillOutcome = 'filled' | 'partial' | 'deferred' | 'no-op';

export interface Fill {
  readonly symbolIndex: number;
  readonly outcome: FillOutcome;
  /** True if this order was carried over from the bar before. */
  readonly wasCarried: boolean;
  readonly targetWeight: number;
  /** Signed shares bought, execution price, fee and traded value at the close. */
  readonly shares: number;
  readonly price: number;
  readonly fee: number;
  readonly tradedValue: number;
}

/**
 * Fills one order toward `weight` of NAV (page 2.4) and changes the book. The
 * operations and their order are the specification's, to the bit.
 */
export function fillOrder(
  book: Book,
  bar: Bar,
  symbolIndex: number,
  weight: number,
  wasCarried: boolean,
): Fill {
  const { costs, nav } = bar;
  const closes = bar.closes[symbolIndex]!;
  const close = closes[bar.index]!;
  const held = book.shares[symbolIndex]!;
  const target = (weight * nav) / close;
  const desired = target - held;
  const desiredValue = desired * close;
  let delta = desiredValue;
  if (Number.isFinite(costs.maxParticipation)) {
    const cap = costs.maxParticipation * Math.max(nav, 0);
    delta = Math.min(Math.max(desiredValue, -cap), cap);
  }
  if (delta === 0 || (Math.abs(delta) < 1e-9 && weight !== 0)) {
    return unfilled('no-op', symbolIndex, weight, wasCarried);
  }
  let queueSlip = 0;
  const { noise } = costs;
  if (noise !== null) {
    const draws = noiseDraws(bar.seed, bar.index, symbolIndex);
    if (!wasCarried && draws.delay < noise.delayProb) {
      book.carried[symbolIndex] = weight;
      return unfilled('deferred', symbolIndex, weight, wasCarried);
    }
    const filledFraction = noise.minFillFrac + (1 - noise.minFillFrac) * draws.fill;
    const remainder = (1 - filledFraction) * Math.abs(delta);
    if (remainder > noise.carryFloor * Math.max(nav, 0)) {
      delta *= filledFraction;
      book.carried[symbolIndex] = weight;
    }
    const previous = bar.index > 0 ? closes[bar.index - 1]! : 0;
    const range = previous > 0 ? Math.abs(close / previous - 1) : 0;
    const share = Math.abs(delta) / Math.max(nav, 1e-9);
    const reference = noise.queueParticipationRef;
    const scale = reference > 0 ? Math.min(share / reference, 1) : 1;
    queueSlip = draws.queue * range * scale;
  }
  const participation = Math.abs(delta) / Math.max(nav, 1e-9);
  const impact = (costs.impactBps / 10_000) * Math.sqrt(Math.max(participation, 0));
  const drawn = Math.abs(bar.rng.signedUnit()) * costs.slippageBps;
  const slip = (costs.slippageBps + drawn) / 10_000 + impact + queueSlip;
  const price = delta > 0 ? close * (1 + slip) : close * (1 - slip);
  const full = delta === desiredValue;
  const traded = full ? desired : delta / close;
  const notional = traded * price;
  const fee = Math.abs(notional) * (costs.feeBps / 10_000);
  book.shares[symbolIndex] = full ? target : held + traded;
  book.cash -= notional + fee;
  return {
    symbolIndex,
    outcome: full ? 'filled' : 'partial',
    wasCarried,
    targetWeight: weight,
    shares: traded,
    price,
    fee,
    tradedValue: Math.abs(delta),
  };
}

function unfilled(
  outcome: FillOutcome,
  symbolIndex: number,
  targetWeight: number,
  wasCarried: boolean,
): Fill {
  return { symbolIndex, outcome, wasCarried, targetWeight, shares: 0, price: 0, fee: 0, tradedValue: 0 };
}
