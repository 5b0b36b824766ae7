import { saturatingAddU64 } from '../kernel/u64.ts';
import type { DecisionCost } from '../protocol/decision.ts';

/** Spend that the agent reported. What was not reported stays unknown: null, never 0. */
export interface Usage {
  readonly decisions_reported: number;
  readonly decisions_unreported: number;
  readonly cost_usd: number | null;
  readonly tokens_in: bigint | null;
  readonly tokens_out: bigint | null;
  readonly reasoning_tokens: bigint | null;
}

/** Adds up reports, rejected submissions' ones included; token counts stop at 2^64-1. */
export class UsageTotals {
  #reported = 0;
  #unreported = 0;
  #costUsd = 0;
  #tokensIn = 0n;
  #tokensOut = 0n;
  #reasoningTokens = 0n;

  /** One answered decision; `undefined` if it reported nothing. */
  add(cost: DecisionCost | undefined): void {
    if (cost === undefined) {
      this.#unreported += 1;
      return;
    }
    this.#reported += 1;
    this.#costUsd += cost.cost_usd;
    this.#tokensIn = saturatingAddU64(this.#tokensIn, cost.tokens_in);
    this.#tokensOut = saturatingAddU64(this.#tokensOut, cost.tokens_out);
    this.#reasoningTokens = saturatingAddU64(this.#reasoningTokens, cost.reasoning_tokens);
  }

  view(): Usage {
    const known = this.#reported > 0;
    return {
      decisions_reported: this.#reported,
      decisions_unreported: this.#unreported,
      cost_usd: known ? this.#costUsd : null,
      tokens_in: known ? this.#tokensIn : null,
      tokens_out: known ? this.#tokensOut : null,
      reasoning_tokens: known ? this.#reasoningTokens : null,
    };
  }
}
