import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import type { Dataset } from './dataset.ts';
import { firstStepBack } from './sidecarAxis.ts';

/**
 * Why a CSV file of this dataset would not be the same dataset, or null. A file is
 * sorted by the bytes of its dates; bars dated otherwise would come back in another order.
 */
export function refusedAsCsv(dataset: Dataset): Diagnostic | null {
  const bar = firstStepBack(dataset.dates);
  if (bar === null) return null;
  const facts = { bars: dataset.dates.length, date: dataset.dates[bar]!, before: dataset.dates[bar - 1]! };
  return diagnostic('data-not-writable', 'error', {}, { found: dataset.source, facts });
}

/**
 * The dataset as CSV text that reads back to the same one, bit for bit, in pieces.
 * Only for a dataset that `refusedAsCsv` does not refuse.
 */
export function* csvText(dataset: Dataset): Generator<string> {
  const pays = dataset.dividends.some((each) => each !== null);
  const symbols = dataset.symbols.map(quoted);
  yield pays ? 'date,symbol,close,dividend\n' : 'date,symbol,close\n';
  let piece = '';
  for (const [bar, date] of dataset.dates.entries()) {
    for (const [index, symbol] of symbols.entries()) {
      piece += `${quoted(date)},${symbol},${numberText(dataset.closes[index]![bar]!)}`;
      piece += pays ? `,${numberText(dataset.dividends[index]?.[bar] ?? 0)}\n` : '\n';
    }
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const PIECE_CHARS = 65_536;

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Shortest digits that read back to the same double, minus zero included. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
