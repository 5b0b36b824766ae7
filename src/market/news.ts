/** One headline, shown at `bar` and only there. */
export interface NewsRow {
  readonly bar: number;
  /** Null: about all symbols. */
  readonly symbolIndex: number | null;
  readonly headline: string;
}

/**
 * Per bar and symbol, the headlines dated after the bar before and up to this one,
 * those about all symbols among them, in file order (page 3.4). `rows` are in file order.
 */
export function indexNews(rows: readonly NewsRow[]): (bar: number, symbolIndex: number) => readonly string[] {
  const byBar = new Map<number, NewsRow[]>();
  for (const row of rows) {
    const ofBar = byBar.get(row.bar);
    if (ofBar === undefined) byBar.set(row.bar, [row]);
    else ofBar.push(row);
  }
  return (bar, symbolIndex) => {
    const ofBar = byBar.get(bar);
    if (ofBar === undefined) return NONE;
    return ofBar
      .filter((row) => row.symbolIndex === null || row.symbolIndex === symbolIndex)
      .map((row) => row.headline);
  };
}

const NONE: readonly string[] = [];
