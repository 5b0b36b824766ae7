import { saturatingAddU64 } from '../kernel/u64.ts';
import type { DecisionCost } from './decision.ts';

/**
 * The one number a cost report adds to a run (page 1.3): dollars if any were
 * reported, else input plus output tokens, stopping at 2^64-1. Reasoning tokens are a
 * part of the output and never added again.
 */
export function billableUnits(cost: DecisionCost): number {
  if (cost.cost_usd > 0) return cost.cost_usd;
  return Number(saturatingAddU64(cost.tokens_in, cost.tokens_out));
}
