import { wireFloat } from '../kernel/floatText.ts';
import type { Decision, DecisionCost, Order } from '../protocol/decision.ts';
import { wireString } from '../protocol/write/wireString.ts';
import { scoreBearing } from '../protocol/write/writeDecision.ts';

/** Where two decisions part, and what stands there in each. */
export interface Difference {
  /** JSON pointer into the decision, as `/orders/0/target_weight`. */
  readonly pointer: string;
  /** Wire text of the first decision's value, or `ABSENT`. */
  readonly a: string;
  readonly b: string;
}

/** Stands for a value that one of the two does not have; no wire text reads like this. */
const ABSENT = 'absent';

/**
 * The first score-bearing difference of two decisions (page 1.4), in reading order; null
 * exactly if `scoreBearing` gives the same text for both. Values are compared as wire
 * text: 1 is 1.0, -0.0 is not 0.0, and a confidence left out is none that was stated.
 */
export function firstDifference(a: Decision, b: Decision): Difference | null {
  const shared = Math.min(a.orders.length, b.orders.length);
  for (let index = 0; index < shared; index += 1) {
    const found = orderDifference(a.orders[index]!, b.orders[index]!, `/orders/${index}`);
    if (found !== null) return found;
  }
  if (a.orders.length !== b.orders.length) {
    return { pointer: `/orders/${shared}`, a: orderText(a.orders[shared]), b: orderText(b.orders[shared]) };
  }
  return costDifference(a.cost, b.cost);
}

function orderDifference(a: Order, b: Order, place: string): Difference | null {
  return (
    unequal(`${place}/symbol`, wireString(a.symbol), wireString(b.symbol)) ??
    unequal(`${place}/action`, `"${a.action}"`, `"${b.action}"`) ??
    unequal(`${place}/target_weight`, wireFloat(a.target_weight), wireFloat(b.target_weight)) ??
    unequal(`${place}/confidence`, statedFloat(a.confidence), statedFloat(b.confidence))
  );
}

function costDifference(a: DecisionCost | undefined, b: DecisionCost | undefined): Difference | null {
  if (a === undefined || b === undefined) return unequal('/cost', costText(a), costText(b));
  return (
    unequal('/cost/cost_usd', wireFloat(a.cost_usd), wireFloat(b.cost_usd)) ??
    unequal('/cost/tokens_in', String(a.tokens_in), String(b.tokens_in)) ??
    unequal('/cost/tokens_out', String(a.tokens_out), String(b.tokens_out)) ??
    unequal('/cost/reasoning_tokens', String(a.reasoning_tokens), String(b.reasoning_tokens))
  );
}

function unequal(pointer: string, a: string, b: string): Difference | null {
  return a === b ? null : { pointer, a, b };
}

function statedFloat(value: number | undefined): string {
  return value === undefined ? ABSENT : wireFloat(value);
}

/** An order without its rationale, as it is compared. */
function orderText(order: Order | undefined): string {
  if (order === undefined) return ABSENT;
  return scoreBearing({ orders: [order], reasoning: '' }).slice(
    '{"orders":['.length,
    -'],"reasoning":""}'.length,
  );
}

function costText(cost: DecisionCost | undefined): string {
  if (cost === undefined) return ABSENT;
  return scoreBearing({ orders: [], reasoning: '', cost }).slice(
    '{"orders":[],"reasoning":"","cost":'.length,
    -1,
  );
}
