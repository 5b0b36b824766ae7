import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small price file: 60 bars of the given symbols, every close different. */
export function writePrices(
  folder: string,
  symbols: readonly string[] = ['AAPL', 'MSFT'],
  bars = 60,
): string {
  const rows = ['date,symbol,close'];
  for (let bar = 0; bar < bars; bar += 1) {
    const day = new Date(Date.UTC(2024, 0, 1 + bar)).toISOString().slice(0, 10);
    for (const [index, symbol] of symbols.entries()) {
      rows.push(`${day},${symbol},${(100 + 10 * index + ((bar * 7 + index * 3) % 11) / 4).toFixed(2)}`);
    }
  }
  const path = join(folder, 'prices.csv');
  writeFileSync(path, `${rows.join('\n')}\n`);
  return path;
}
