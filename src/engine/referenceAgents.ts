import { SplitMix64 } from '../kernel/splitMix64.ts';
import type { Decision, Order } from '../protocol/decision.ts';
import type { MarketObservation } from '../protocol/observation.ts';
import { RANDOM_AGENT_STREAM, RUN_STREAM } from './streams.ts';

/** An agent in process: one decision per observation, for one run. */
export type DecideFunction = (observation: MarketObservation) => Decision;

/** The reference agents of page 2.9 by name; each call makes a fresh one. */
export const referenceAgents = {
  'buy-and-hold': () => buyAndHold,
  hold: () => hold,
  momentum: () => momentum,
} as const satisfies Record<string, () => DecideFunction>;

const HOLD: Decision = { orders: [], reasoning: 'hold' };

function hold(): Decision {
  return HOLD;
}

function buyAndHold(observation: MarketObservation): Decision {
  const weight = 1 / observation.symbols.length;
  return {
    orders: observation.symbols.map(({ symbol }) => ({
      symbol,
      action: 'buy',
      target_weight: weight,
      confidence: 0.5,
      rationale: 'equal-weight hold',
    })),
    reasoning: 'equal-weight buy-and-hold',
  };
}

const LOOKBACK = 10;

function momentum(observation: MarketObservation): Decision {
  const trailing = observation.symbols.map(({ close_history }) => trailingReturn(close_history));
  const winners = trailing.filter((each) => each !== null && each > 0).length;
  return {
    orders: observation.symbols.map(({ symbol }, index): Order => {
      const r = trailing[index] ?? null;
      if (r === null) return { symbol, action: 'close', target_weight: 0, rationale: '' };
      const wins = r > 0;
      return {
        symbol,
        action: wins ? 'buy' : 'close',
        target_weight: wins ? 1 / winners : 0,
        confidence: Math.min(0.5 + Math.abs(r), 1),
        rationale: `${LOOKBACK}-interval trailing return ${threeDecimals(r)}`,
      };
    }),
    reasoning: 'cross-sectional momentum',
  };
}

/** Last close over the close ten bars earlier, less 1; null without eleven usable closes. */
function trailingReturn(closes: ArrayLike<number>): number | null {
  const last = closes[closes.length - 1];
  const base = closes[closes.length - 1 - LOOKBACK];
  if (last === undefined || base === undefined) return null;
  const usable = (close: number) => close > 0 && Number.isFinite(close);
  return usable(last) && usable(base) ? last / base - 1 : null;
}

/** Three decimals, exact ties to even as Rust formats them (`toFixed` rounds ties up). */
export function threeDecimals(value: number): string {
  const sixteenths = value * 16;
  const isTie = Number.isInteger(sixteenths) && Math.abs(sixteenths % 2) === 1;
  if (!isTie) return value.toFixed(3);
  const scaled = Math.floor(Math.abs(value) * 1000);
  const even = scaled % 2 === 0 ? scaled : scaled + 1;
  return `${value < 0 ? '-' : ''}${(even / 1000).toFixed(3)}`;
}

/** The luck floor: weights drawn from a stream of the given u64 seed. */
export function randomAgent(seed: bigint): DecideFunction {
  const stream = new SplitMix64(seed ^ RANDOM_AGENT_STREAM ^ RUN_STREAM);
  return (observation) => {
    const draws = observation.symbols.map(() => stream.unit());
    const total = draws.reduce((sum, draw) => sum + draw, 0);
    const weights =
      draws.length === 1
        ? draws.map((draw) => (draw < 0.5 ? 0 : (draw - 0.5) * 2))
        : draws.map((draw) => draw / total);
    return {
      orders: observation.symbols.map(({ symbol }, index): Order => {
        const weight = weights[index]!;
        return {
          symbol,
          action: weight > 0 ? 'buy' : 'close',
          target_weight: weight,
          confidence: 0.5,
          rationale: 'random allocation',
        };
      }),
      reasoning: 'random allocation (luck floor)',
    };
  };
}

/** Plays back recorded decisions, then holds. */
export function scriptedAgent(decisions: readonly Decision[]): DecideFunction {
  let next = 0;
  return () => {
    const decision = decisions[next] ?? HOLD;
    next += 1;
    return decision;
  };
}
