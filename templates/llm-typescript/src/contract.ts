// What goes over the wire.

/** What the agent is shown before a step. */
export interface Observation {
  readonly date: string;
  readonly cash: number;
  readonly symbols: readonly SymbolView[];
  /** As it is shown, which may be stale: decide from your own last targets instead. */
  readonly portfolio: readonly Position[];
}

export interface SymbolView {
  readonly symbol: string;
  /** Oldest first; null where the market has no finite number. */
  readonly close_history: readonly (number | null)[];
  readonly fundamentals?: Readonly<Record<string, unknown>>;
  readonly news?: readonly unknown[];
}

export interface Position {
  readonly symbol: string;
  readonly shares: number;
  readonly avg_price: number;
}

/** What the agent answers; no orders is a hold. The contract is closed: no other keys, no null. */
export interface Decision {
  readonly orders: readonly Order[];
  readonly reasoning?: string;
  readonly cost?: DecisionCost;
}

export interface Order {
  /** One of the observation's, ordered once. */
  readonly symbol: string;
  /** A label for the audit; what is executed is the target weight. */
  readonly action: Action;
  /** Part of the net asset value, in [-1, 1]. */
  readonly target_weight: number;
  /** In [0, 1]; left out if there is none. */
  readonly confidence?: number;
  readonly rationale?: string;
}

export type Action = 'buy' | 'sell' | 'hold' | 'close';

/** What this decision cost; counts are integers from 0 on. */
export interface DecisionCost {
  readonly cost_usd?: number;
  readonly tokens_in?: number;
  readonly tokens_out?: number;
  readonly reasoning_tokens?: number;
}
