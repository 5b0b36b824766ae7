import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvTokenizer } from '../../src/cli/csvTokenizer.ts';
import { pieces } from '../../src/market/csv/pieces.ts';
import { bytesOf } from '../market/csv/reading.ts';

const OPTIONS = { record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true, relax_column_count: true };
const plainText = fc.array(fc.constantFrom('a', '1', ',', '\n', '\r', ' ', '\t', 'é', '😀', '\ufeff', '.'), {
  maxLength: 60,
});
const field = fc.string({ unit: fc.constantFrom('a', ',', '\n', '\r\n', '"', 'é', ' '), maxLength: 6 });
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('the tokenizer', () => {
  it('splits text without quotes exactly as the library does', () => {
    fc.assert(
      fc.property(plainText, (characters) => {
        const bytes = bytesOf(characters.join(''));
        expect(csvTokenizer.tokenize(bytes)).toEqual({ records: parse(bytes, OPTIONS), failure: null });
      }),
      { numRuns: 3000 },
    );
  });

  it('gives quoted fields back, with an end for every record', () => {
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), (rows) => {
        const bytes = bytesOf(rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''));
        expect(csvTokenizer.tokenize(bytes)).toEqual({ records: rows, failure: null });
        const ends = csvTokenizer.recordEnds(bytes);
        expect(ends.length).toBe(rows.length);
        expect(ends.at(-1) ?? 0).toBe(bytes.length);
      }),
    );
  });

  it('has as many record ends as records, malformed quotes or not', () => {
    const any = fc.array(fc.constantFrom('a', ',', '\n', '\r', '"', ' '), { maxLength: 40 });
    fc.assert(
      fc.property(any, (characters) => {
        const bytes = bytesOf(characters.join(''));
        expect(csvTokenizer.recordEnds(bytes).length).toBe(csvTokenizer.tokenize(bytes).records.length);
      }),
      { numRuns: 3000 },
    );
  });

  it('gives the same records for pieces of any size as for the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 1, maxLength: 3 })),
        fc.integer({ min: 1, max: 30 }),
        (rows, size) => {
          const bytes = bytesOf(rows.map((row) => row.map(quoted).join(',')).join('\n'));
          const records = [...pieces(bytes, 0, size)].flatMap(
            ({ start, end }) => csvTokenizer.tokenize(bytes.subarray(start, end)).records,
          );
          expect(records).toEqual(rows);
        },
      ),
    );
  });
});
