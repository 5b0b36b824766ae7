import type { Decision, Order } from '../protocol/decision.ts';
import { MANIPULATIVE_ORDER, type TraceEvent } from './trace.ts';

/**
 * Guards a submission under a fixed decision delay (page 2.6): orders that repeat a
 * symbol, or whose target is not finite or beyond 5 in size, are dropped at once.
 */
export function guardSubmission(decision: Decision, emit: (event: TraceEvent) => void): Decision {
  const seen = new Set<string>();
  const kept: Order[] = [];
  for (const order of decision.orders) {
    const repeated = seen.has(order.symbol);
    seen.add(order.symbol);
    if (repeated || isManipulative(order.target_weight)) emit(MANIPULATIVE_ORDER);
    else kept.push(order);
  }
  return kept.length === decision.orders.length ? decision : { ...decision, orders: kept };
}

/** A target that is not finite, or beyond five times NAV (page 2.3). */
export function isManipulative(weight: number): boolean {
  return !Number.isFinite(weight) || Math.abs(weight) > 5;
}
