// The strategy: edit this.
//
// Steady trend: a symbol is held while its last close stands above the average of the closes
// shown, and left when it falls below. A band of 1 % on each side keeps it from trading on noise.

import type { Action, Decision, Observation, Order, SymbolView } from './contract.ts';

const INVESTED = 0.9; // of the account, shared equally; the rest stays in cash
const CLOSES_MIN = 10;
const ENTER = 1.01; // times the average of the closes
const LEAVE = 0.99;

/** What was asked for last. The portfolio of an observation may be stale, so it is not read. */
interface Position {
  held: boolean;
  targetWeight: number;
}

/** Lives as long as one run; `decide` is called once per date, in the order of the dates. */
export class Strategy {
  readonly #positions = new Map<string, Position>();

  decide(observation: Observation): Decision {
    const share = INVESTED / observation.symbols.length;
    return {
      orders: observation.symbols.map((view) => this.#order(view, share)),
      reasoning: 'steady trend',
    };
  }

  #order({ symbol, close_history }: SymbolView, share: number): Order {
    const position = this.#positions.get(symbol) ?? { held: false, targetWeight: 0 };
    this.#positions.set(symbol, position);
    const { rationale, ...stated } = judge(close_history, position);
    const previous = position.targetWeight;
    position.targetWeight = position.held ? share : 0;
    return {
      symbol,
      action: actionBetween(previous, position.targetWeight),
      target_weight: position.targetWeight,
      ...stated,
      rationale,
    };
  }
}

/** Updates `held`; without usable closes it stays, and no confidence is stated. */
function judge(
  closes: readonly (number | null)[],
  position: Position,
): { readonly rationale: string; readonly confidence?: number } {
  if (closes.length < CLOSES_MIN) return { rationale: 'too little history' };
  const average = mean(closes);
  const last = closes.at(-1);
  if (!(average > 0 && average < Infinity) || typeof last !== 'number') return { rationale: 'no usable price' };
  if (last > average * ENTER) position.held = true;
  else if (last < average * LEAVE) position.held = false;
  return {
    rationale: position.held ? 'trend up' : 'trend down',
    confidence: Math.min(0.5 + Math.abs(last / average - 1) * 2, 0.9),
  };
}

/** Oldest first, since floating-point sums depend on their order; NaN if a close is missing. */
export function mean(closes: readonly (number | null)[]): number {
  let total = 0;
  for (const close of closes) total += close ?? NaN;
  return total / closes.length;
}

/** The label of an order that takes a target from `previous` to `weight`. */
function actionBetween(previous: number, weight: number): Action {
  if (weight > previous) return 'buy';
  if (weight < previous) return weight === 0 ? 'close' : 'sell';
  return 'hold';
}
