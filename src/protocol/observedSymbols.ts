/** The symbols that an answer may order, prepared once for all answers of a run. */
export interface ObservedSymbols {
  /** In the order of the observation. */
  readonly names: readonly string[];
  readonly set: ReadonlySet<string>;
}

export function observedSymbols(symbols: readonly string[]): ObservedSymbols {
  return { names: [...symbols], set: new Set(symbols) };
}
