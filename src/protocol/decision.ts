/** What an agent answers (page 1.2). Property names are the wire's own. */

export type Action = 'buy' | 'sell' | 'hold' | 'close';

export interface Order {
  readonly symbol: string;
  /** Audit label; never inferred from, or checked against, the sign of the target. */
  readonly action: Action;
  /** Signed share of NAV in [-1, 1]. */
  readonly target_weight: number;
  /** Stated conviction in [0, 1]; absent means not stated, which is not 0.5. */
  readonly confidence?: number;
  readonly rationale: string;
}

/** Self-reported spend. Token counts are u64 and stay exact. */
export interface DecisionCost {
  readonly cost_usd: number;
  readonly tokens_in: bigint;
  readonly tokens_out: bigint;
  readonly reasoning_tokens: bigint;
}

export interface Decision {
  /** Empty for a hold. */
  readonly orders: readonly Order[];
  readonly reasoning: string;
  /** Absent means not reported. */
  readonly cost?: DecisionCost;
}
