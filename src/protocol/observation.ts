/** What the harness shows (page 1.1). Property names are the wire's own. */

export interface SymbolSnapshot {
  readonly symbol: string;
  /** Closes of at most 20 bars up to and including `date`, oldest first. */
  readonly close_history: ArrayLike<number>;
  /** Sorted by key in byte order when written. */
  readonly fundamentals: ReadonlyMap<string, number>;
  readonly news: readonly string[];
}

export interface PositionState {
  readonly symbol: string;
  readonly shares: number;
  readonly avg_price: number;
}

export interface MarketObservation {
  readonly date: string;
  readonly cash: number;
  readonly symbols: readonly SymbolSnapshot[];
  readonly portfolio: readonly PositionState[];
}
