import { saturatingAddU64 } from '../../kernel/u64.ts';
import type { Usage } from '../usage.ts';

/** Adds ledgers up, in their order. What no one reported stays unknown: null, never 0. */
export function sumUsage(ledgers: readonly Usage[]): Usage {
  let total: Usage = {
    decisions_reported: 0,
    decisions_unreported: 0,
    cost_usd: null,
    tokens_in: null,
    tokens_out: null,
    reasoning_tokens: null,
  };
  for (const each of ledgers) {
    total = {
      decisions_reported: total.decisions_reported + each.decisions_reported,
      decisions_unreported: total.decisions_unreported + each.decisions_unreported,
      cost_usd: known(total.cost_usd, each.cost_usd, (a, b) => a + b),
      tokens_in: known(total.tokens_in, each.tokens_in, saturatingAddU64),
      tokens_out: known(total.tokens_out, each.tokens_out, saturatingAddU64),
      reasoning_tokens: known(total.reasoning_tokens, each.reasoning_tokens, saturatingAddU64),
    };
  }
  return total;
}

function known<Amount>(a: Amount | null, b: Amount | null, add: (a: Amount, b: Amount) => Amount) {
  if (a === null) return b;
  return b === null ? a : add(a, b);
}
