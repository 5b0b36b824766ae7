import { saturatingAddU64 } from '../kernel/u64.ts';
import type { DecisionCost } from './decision.ts';

/**
 * The one number that a run's cost adds up (page 1.3): dollars if any were reported,
 * else tokens in and out, saturating at 2^64-1. Reasoning tokens are part of the
 * tokens out already and are never added.
 */
export function billableUnits(cost: DecisionCost): number {
  if (cost.cost_usd > 0) return cost.cost_usd;
  return Number(saturatingAddU64(cost.tokens_in, cost.tokens_out));
}
