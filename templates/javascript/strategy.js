// The strategy: edit this.
//
// Steady trend: a symbol is held while its last close stands above the average of the closes
// shown, and left when it falls below. A band of 1 % on each side keeps it from trading on noise.

const INVESTED = 0.9; // of the account, shared equally; the rest stays in cash
const CLOSES_MIN = 10;
const ENTER = 1.01; // times the average of the closes
const LEAVE = 0.99;

/** Lives as long as one run; `decide` is called once per date, in the order of the dates. */
export class Strategy {
  /** What was asked for last, by symbol. The portfolio of an observation may be stale, so it is not read. */
  #positions = new Map();

  decide(observation) {
    const share = INVESTED / observation.symbols.length;
    return {
      orders: observation.symbols.map((each) => this.#order(each.symbol, each.close_history, share)),
      reasoning: 'steady trend',
    };
  }

  #order(symbol, closes, share) {
    const previous = this.#positions.get(symbol) ?? { held: false, targetWeight: 0 };
    const { held, ...stated } = judge(closes, previous.held);
    const targetWeight = held ? share : 0;
    this.#positions.set(symbol, { held, targetWeight });
    return {
      symbol,
      action: actionBetween(previous.targetWeight, targetWeight),
      target_weight: targetWeight,
      ...stated,
    };
  }
}

/** Whether to hold the symbol now, how sure that is (left out where nothing is known), and why. */
function judge(closes, held) {
  if (closes.length < CLOSES_MIN) return { held, rationale: 'too little history' };
  const average = mean(closes);
  if (!(average > 0 && average < Infinity)) return { held, rationale: 'no usable price' };
  const last = closes[closes.length - 1];
  const holds = last > average * ENTER || (held && !(last < average * LEAVE));
  return {
    held: holds,
    confidence: Math.min(0.5 + Math.abs(last / average - 1) * 2, 0.9),
    rationale: holds ? 'trend up' : 'trend down',
  };
}

/** Oldest first; NaN without closes or with one that is missing (null, which would add as 0). */
export function mean(closes) {
  let total = 0;
  for (const close of closes) total += close ?? NaN;
  return total / closes.length;
}

/** The label of an order that takes a target from `previous` to `weight`. */
function actionBetween(previous, weight) {
  if (weight > previous) return 'buy';
  if (weight < previous) return weight === 0 ? 'close' : 'sell';
  return 'hold';
}
