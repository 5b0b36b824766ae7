/** Frozen prices of one run's market (page 3.1). Immutable after it is built. */
export interface Dataset {
  /** How it was asked for: a path, a generator spec or a sample's name. */
  readonly source: string;
  /** Ascending in byte order, unique; one entry a bar. */
  readonly dates: readonly string[];
  /** In UTF-8 byte order. */
  readonly symbols: readonly string[];
  /** Per symbol (same order as `symbols`), one close a bar. */
  readonly closes: readonly Float64Array[];
  /** Per symbol, one dividend a bar; null for a symbol that never pays. */
  readonly dividends: readonly (Float64Array | null)[];
  /** Point-in-time extras; null unless sidecar files were given (page 3.4). */
  readonly sidecars: Sidecars | null;
}

export interface Sidecars {
  /** SHA-256 of the sidecar files' bytes, for the digests of a run. */
  readonly digests: Readonly<Record<string, string>>;
  /** Latest value per field dated at or before the bar, per symbol index. Sorted by field. */
  fundamentalsAt(bar: number, symbolIndex: number): ReadonlyMap<string, number>;
  /** Headlines dated in (dates[bar-1], dates[bar]], file order, per symbol index. */
  newsAt(bar: number, symbolIndex: number): readonly string[];
}

/** Half-open range of bars [start, end). */
export interface Window {
  readonly start: number;
  readonly end: number;
}
