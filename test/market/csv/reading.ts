import { csvTokenizer } from '../../../src/cli/csvTokenizer.ts';
import type { Diagnostic } from '../../../src/kernel/diagnostic.ts';
import { UsageError } from '../../../src/kernel/errors.ts';
import { dataCatalogue } from '../../../src/market/catalogue.ts';
import { type ReadDataset, readCsv } from '../../../src/market/csv/readCsv.ts';

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function read(input: string | Uint8Array): ReadDataset {
  return readCsv(typeof input === 'string' ? bytesOf(input) : input, 'prices.csv', csvTokenizer);
}

/** The diagnostics that a file is refused with; fails if it is accepted. */
export function refusalOf(input: string | Uint8Array): readonly Diagnostic[] {
  return diagnosticsOf(() => read(input));
}

export function diagnosticsOf(work: () => unknown): readonly Diagnostic[] {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error.diagnostics;
    throw error;
  }
  throw new Error('it was accepted');
}

/** `code@line:column` of each, as far as known. */
export function places(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, place }) =>
    [code, [place.line, place.column].filter((each) => each !== undefined).join(':')]
      .filter((part) => part !== '')
      .join('@'),
  );
}

export function messageOf(diagnostic: Diagnostic | undefined): string {
  const words = dataCatalogue.find((row) => row.code === diagnostic?.code)?.words(diagnostic!);
  return words === undefined ? '' : `${words.message} ${words.cause ?? ''} ${words.fix}`;
}

/** A long-form file: `closes[symbol]` over ISO days from 2024-01-01. */
export function pricesCsv(closes: Readonly<Record<string, readonly number[]>>): string {
  const lines = ['date,symbol,close'];
  const bars = Math.max(...Object.values(closes).map((each) => each.length));
  for (let bar = 0; bar < bars; bar += 1) {
    const date = new Date(Date.UTC(2024, 0, 1 + bar)).toISOString().slice(0, 10);
    for (const [symbol, series] of Object.entries(closes)) {
      if (series[bar] !== undefined) lines.push(`${date},${symbol},${series[bar]}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
