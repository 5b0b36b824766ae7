import { wireFloat } from '../../kernel/floatText.ts';
import type { Decision, DecisionCost, Order } from '../decision.ts';
import { wireString } from './wireString.ts';

/**
 * An accepted decision written again, compact (page 4.1): rationale and reasoning
 * always there, confidence and cost only if stated, floats in wire text, counts exact.
 */
export function writeDecision(decision: Decision): string {
  return text(decision, wireString(decision.reasoning), true);
}

/** The same with reasoning and rationales emptied: what must repeat under re-execution (page 1.4). */
export function scoreBearing(decision: Decision): string {
  return text(decision, '""', false);
}

function text(decision: Decision, reasoning: string, withRationale: boolean): string {
  let orders = '';
  for (const order of decision.orders) {
    orders += `${orders === '' ? '' : ','}${orderText(order, withRationale)}`;
  }
  const cost = decision.cost === undefined ? '' : `,"cost":${costText(decision.cost)}`;
  return `{"orders":[${orders}],"reasoning":${reasoning}${cost}}`;
}

function orderText(order: Order, withRationale: boolean): string {
  const confidence = order.confidence === undefined ? '' : `,"confidence":${wireFloat(order.confidence)}`;
  const rationale = withRationale ? wireString(order.rationale) : '""';
  return `{"symbol":${wireString(order.symbol)},"action":"${order.action}","target_weight":${wireFloat(order.target_weight)}${confidence},"rationale":${rationale}}`;
}

function costText(cost: DecisionCost): string {
  return `{"cost_usd":${wireFloat(cost.cost_usd)},"tokens_in":${cost.tokens_in},"tokens_out":${cost.tokens_out},"reasoning_tokens":${cost.reasoning_tokens}}`;
}
