import { CsvError, parse } from 'csv-parse/sync';
import { invariant } from '../kernel/invariant.ts';
import { CR, QUOTE } from '../market/csv/pieces.ts';
import type { CsvTokenizer, QuoteFailure, Tokens } from '../market/csv/tokenizer.ts';

/** RFC 4180 by the csv-parse library. This module loads only when a CSV file is read. */
export const csvTokenizer: CsvTokenizer = { tokenize, recordEnds };

/** The library compares every byte with every line end, so text without CR is spared two of three. */
function optionsFor(bytes: Uint8Array) {
  return {
    record_delimiter: bytes.includes(CR) ? ['\r\n', '\n', '\r'] : ['\n'],
    skip_empty_lines: true,
    relax_column_count: true,
  };
}

function tokenize(bytes: Uint8Array): Tokens {
  if (!bytes.includes(QUOTE)) return { records: splitPlain(bytes), failure: null };
  try {
    return { records: parse(bytes, optionsFor(bytes)), failure: null };
  } catch (error) {
    // The library drops what it had read; only a refused file pays for reading it again.
    const records: string[][] = [];
    walk(bytes, (record) => records.push(record));
    return { records, failure: quoteFailure(error) };
  }
}

/**
 * Without quotes there is nothing to parse: records are lines and fields end at commas. The
 * library looks at every byte in script and needs six times as long for the same
 * records (a property test holds the two equal).
 */
function splitPlain(bytes: Uint8Array): string[][] {
  const records: string[][] = [];
  for (const line of decoder.decode(bytes).split(bytes.includes(CR) ? /\r\n|\n|\r/ : '\n')) {
    if (line !== '') records.push(line.split(','));
  }
  return records;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function recordEnds(bytes: Uint8Array): readonly number[] {
  const ends: number[] = [];
  walk(bytes, (_, end) => ends.push(end));
  return ends;
}

/** One record at a time with the offset past it; ends quietly at a malformed quote. */
function walk(bytes: Uint8Array, visit: (record: string[], end: number) => void): void {
  try {
    parse(bytes, {
      ...optionsFor(bytes),
      on_record: (record: string[], info) => {
        visit(record, info.bytes);
        return null;
      },
    });
  } catch (error) {
    quoteFailure(error);
  }
}

/** Throws anything that is not about quotes: that would be a bug, not a bad file. */
function quoteFailure(error: unknown): QuoteFailure {
  if (!(error instanceof CsvError)) throw error;
  const kind = KINDS[error.code as string];
  invariant(kind !== undefined, `csv-parse fails on quotes only, not ${error.code}`);
  return { kind, field: typeof error.column === 'number' ? error.column : 0 };
}

const KINDS: Readonly<Record<string, QuoteFailure['kind']>> = {
  INVALID_OPENING_QUOTE: 'inside-unquoted',
  CSV_INVALID_CLOSING_QUOTE: 'text-after-closing',
  CSV_QUOTE_NOT_CLOSED: 'never-closed',
};
