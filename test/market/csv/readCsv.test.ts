import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasetSha256 } from '../../../src/market/digest.ts';
import { bytesOf, messageOf, places, pricesCsv, read, refusalOf } from './reading.ts';

const HEAD = 'date,symbol,close\n';
const PLAIN = `${HEAD}2024-01-01,AAA,10\n2024-01-02,AAA,11.5\n`;
const plainSha256 = datasetSha256(read(PLAIN).dataset);

/** A file of two good rows, then `row`. */
const withRow = (row: string) => `${PLAIN}${row}\n`;

describe('a file that is accepted', () => {
  it.each([
    ['a byte order mark', `\ufeff${PLAIN}`],
    ['CRLF line ends', PLAIN.replaceAll('\n', '\r\n')],
    ['CR line ends', PLAIN.replaceAll('\n', '\r')],
    ['blank lines', `\n\n${PLAIN.replace('10\n', '10\n\n \t\n')}\n\n`],
    ['no final newline', PLAIN.trimEnd()],
    ['quoted fields', '"date","symbol","close"\n"2024-01-01","AAA","10"\n2024-01-02,"AAA",11.5\n'],
    ['columns in another order', 'close,date,symbol\n10,2024-01-01,AAA\n11.5,2024-01-02,AAA\n'],
    [
      'a dividend column of blanks',
      'date,symbol,close,dividend\n2024-01-01,AAA,10,\n2024-01-02,AAA,11.5,0\n',
    ],
  ])('%s makes no difference', (_, text) => {
    const { dataset, notices } = read(text);
    expect(datasetSha256(dataset)).toBe(plainSha256);
    expect(notices).toEqual([]);
  });

  it('has its own digest, dividends included', () => {
    const bytes = readFileSync(new URL('../../vectors/div.csv', import.meta.url));
    const expected = JSON.parse(
      readFileSync(new URL('../../vectors/div.csv.json', import.meta.url), 'utf8'),
    ) as { sha256: string; bars: number; dividends: Record<string, number> };
    const { dataset } = read(bytes);
    expect(datasetSha256(dataset)).toBe(expected.sha256);
    expect(dataset.dates.length).toBe(expected.bars);
    const paying = dataset.symbols.map((symbol, index) => [
      symbol,
      dataset.dividends[index]?.filter((each) => each !== 0).length,
    ]);
    expect(Object.fromEntries(paying.filter(([, count]) => count !== undefined))).toEqual(expected.dividends);
  });

  it.each([
    ['1e2', 100],
    ['0.5', 0.5],
    ['-36.98', -36.98],
    ['0', 0],
    ['+7', 7],
    ['.25', 0.25],
    ['9007199254740993', 9007199254740992],
    ['0.1000000000000000055511151231257827021181583404541015625', 0.1],
    ['2.2250738585072011e-308', 2.225073858507201e-308],
  ])('a close of %s is the nearest double', (text, value) => {
    expect(read(withRow(`2024-01-03,AAA,${text}`)).dataset.closes[0]?.[2]).toBe(value);
  });

  it('reads every double back from its shortest text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = Object.is(value, -0) ? '-0' : String(value);
        expect(read(withRow(`2024-01-03,AAA,${text}`)).dataset.closes[0]?.[2]).toBe(value);
      }),
    );
  });

  it('gives the same dataset for rows in any order, with one notice', () => {
    const rows = ['2024-01-01,AAA,1', '2024-01-01,BBB,2', '2024-01-02,AAA,3', '2024-01-02,BBB,4'];
    const sorted = datasetSha256(read(HEAD + rows.join('\n')).dataset);
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        const { dataset, notices } = read(HEAD + shuffled.join('\n'));
        expect(datasetSha256(dataset)).toBe(sorted);
        expect(notices.length).toBeLessThanOrEqual(1);
      }),
    );
    const { notices } = read(HEAD + rows.toReversed().join('\n'));
    expect(places(notices)).toEqual(['csv-dates-unsorted@4']);
  });

  it('is in order when one symbol follows the other', () => {
    const text = `${HEAD}2024-01-01,AAA,1\n2024-01-02,AAA,1\n2024-01-01,BBB,1\n2024-01-02,BBB,1\n`;
    expect(read(text).notices).toEqual([]);
  });

  it('lists zero and negative closes in one warning', () => {
    const { notices } = read(withRow('2024-01-03,AAA,0\n2024-01-04,AAA,-37.63'));
    expect(places(notices)).toEqual(['close-not-positive@4']);
    expect(notices[0]).toMatchObject({ severity: 'warning', facts: { lines: ['4', '5'], count: 2 } });
  });

  it('names the columns that it ignores', () => {
    const { notices } = read('date,open,symbol,close,volume\nt1,1,AAA,2,3\nt2,1,AAA,2,3\n');
    expect(places(notices)).toEqual(['csv-columns-ignored@1']);
    expect(messageOf(notices[0])).toContain('open, volume');
  });

  it.each(['2020-001', 't7', '2024-Q1', '2024-W05', '1704067200'])('takes %s as an opaque label', (label) => {
    expect(read(`${HEAD}${label},AAA,1\n${label}x,AAA,2\n`).dataset.dates[0]).toBe(label);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('takes %s as a symbol', (symbol) => {
    const { dataset } = read(`${pricesCsv({ AAA: [1, 2] })}2024-01-01,${symbol},3\n2024-01-02,${symbol},4\n`);
    expect(dataset.symbols).toContain(symbol);
    expect([...dataset.closes[dataset.symbols.indexOf(symbol)]!]).toEqual([3, 4]);
  });

  it('orders symbols by the bytes of their UTF-8 names', () => {
    const text = ['\u{1f600}', '\uff3a', 'z', 'Z'].map((each) => `t1,${each},1\nt2,${each},1`).join('\n');
    expect(read(HEAD + text).dataset.symbols).toEqual(['Z', 'z', '\uff3a', '\u{1f600}']);
  });

  it('survives being cut into pieces inside quoted line ends', () => {
    const rows = Array.from({ length: 9000 }, (_, row) => `t${100_000 + row},"A\n""A",${row + 1}`);
    const { dataset } = read(HEAD + rows.join('\r\n'));
    expect(dataset.symbols).toEqual(['A\n"A']);
    expect(dataset.closes[0]?.[8999]).toBe(9000);
  });
});

describe('a file that is refused', () => {
  it.each([
    ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, 0x64, 0, 0x61, 0]), 'csv-utf16'],
    ['UTF-16 without a mark', Uint8Array.from(Buffer.from(PLAIN, 'utf16le')), 'csv-utf16'],
    ['gzip', Uint8Array.from([0x1f, 0x8b, 8, 0]), 'csv-compressed'],
    ['zip', Uint8Array.from([0x50, 0x4b, 3, 4]), 'csv-compressed'],
    ['NUL bytes', bytesOf(`${PLAIN}\0`), 'csv-binary'],
    ['tabs', bytesOf(PLAIN.replaceAll(',', '\t')), 'csv-separator'],
    ['semicolons', bytesOf(PLAIN.replaceAll(',', ';')), 'csv-separator'],
    ['nothing', bytesOf(''), 'csv-empty'],
    ['a mark alone', bytesOf('\ufeff\n'), 'csv-empty'],
    ['a header alone', bytesOf(HEAD), 'csv-no-rows'],
  ])('%s', (_, bytes, code) => {
    expect(refusalOf(bytes).map((each) => each.code)).toEqual([code]);
  });

  it('names the byte that is not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from(PLAIN),
      Buffer.from('2024-01-03,\u4e2d'),
      Buffer.from([0xe9, 0x0a]),
    ]);
    const refusal = refusalOf(bytes);
    expect(places(refusal)).toEqual(['csv-not-utf8@4:13']);
    expect(refusal[0]).toMatchObject({ found: '\\xe9', place: { offset: PLAIN.length + 14 } });
  });

  it.each([
    ['date,symbol\n', 'csv-column-missing@1', 'close'],
    ['Date,symbol,close\n', 'csv-column-missing@1', '"Date"'],
    ['date,ticker,close\n', 'csv-column-missing@1', '"ticker"'],
    ['date, symbol,close\n', 'csv-column-missing@1', '" symbol"'],
    ['date,symbol,close,close\n', 'csv-column-twice@1:19', 'number 3 and 4'],
    [',date,symbol,close\n', 'csv-column-unnamed@1:1', 'column 1'],
    ['date,symbol,close,,\n', 'csv-column-unnamed@1:19', 'column 4'],
    ['2024-01-01,AAA,10\n', 'csv-header-missing@1', 'date,symbol,close'],
  ])('the header %j', (header, place, words) => {
    const refusal = refusalOf(`${header}2024-01-01,AAA,1,2,3\n`);
    expect(places(refusal)[0]).toBe(place);
    expect(messageOf(refusal[0])).toContain(words);
  });

  it('a wide table is recognised', () => {
    const refusal = refusalOf('date,AAPL,MSFT\n2024-01-01,1,2\n');
    expect(places(refusal)).toEqual(['csv-column-missing@1', 'csv-column-missing@1']);
    expect(messageOf(refusal[0])).toContain('one column per symbol');
  });

  it.each([
    ['', 'blank'],
    [' ', 'blank'],
    ['NaN', 'not-a-number'],
    ['inf', 'infinite'],
    ['-Infinity', 'infinite'],
    ['null', 'missing-mark'],
    ['-', 'missing-mark'],
    ['0x1F', 'hexadecimal'],
    ['1_000', 'underscore'],
    ['"1,234"', 'thousands'],
    ['"181,2"', 'decimal-comma'],
    ['1e999', 'too-large'],
    [' 12', 'spaces'],
    ['$12', 'currency'],
    ['12%', 'percent'],
    ['1.2.3', 'text'],
    ['١٢', 'text'],
  ])('the close %j looks like %s', (text, looksLike) => {
    const refusal = refusalOf(withRow(`2024-01-03,AAA,${text}`));
    expect(places(refusal)).toEqual(['csv-close@4:16']);
    expect(refusal[0]?.facts.looksLike).toBe(looksLike);
  });

  it.each([
    [',AAA,1', 'csv-date-empty@4:1'],
    ['2024-01-03,,1', 'csv-symbol-empty@4:12'],
    ['2024-01-03,AAA', 'csv-field-count@4'],
    ['2024-01-03,AAA,1,2', 'csv-field-count@4'],
    ['2024-02-30,AAA,1', 'csv-date-impossible@4:1'],
    ['t7,AAA,1', 'csv-dates-mixed@4:1'],
    ['2024-01-02,AAA,12', 'csv-row-twice@4'],
    ['2024-01-03,A"A,1', 'csv-quote@4:12'],
    ['2024-01-03,"A"A,1', 'csv-quote@4:12'],
    ['2024-01-03,"AAA,1', 'csv-quote@4:12'],
  ])('the row %j', (row, place) => {
    expect(places(refusalOf(withRow(row)))).toEqual([place]);
  });

  it.each(['nan', '-1', 'inf', 'x'])('the dividend %s', (text) => {
    const head = 'date,symbol,close,dividend\n2024-01-01,AAA,10,\n';
    expect(places(refusalOf(`${head}2024-01-02,AAA,11,${text}\n`))).toEqual(['csv-dividend@3:19']);
  });

  it('names every problem, in file order', () => {
    const text = `${HEAD}2024-01-01,AAA,x\n2024-13-01,,\n2024-01-02,AAA\n`;
    expect(places(refusalOf(text))).toEqual([
      'csv-close@2:16',
      'csv-date-impossible@3:1',
      'csv-symbol-empty@3:12',
      'csv-close@3:13',
      'csv-field-count@4',
    ]);
  });

  it('lists twenty of a kind and counts the rest', () => {
    const rows = Array.from({ length: 1000 }, (_, row) => `t${1000 + row},AAA,`);
    const refusal = refusalOf(HEAD + rows.join('\n'));
    expect(refusal.length).toBe(21);
    expect(refusal.at(-1)).toMatchObject({
      code: 'csv-more-findings',
      facts: { code: 'csv-close', more: 980 },
    });
  });

  it('knows lines and columns behind quoted line ends, CRLF and wide characters', () => {
    const text = `${HEAD}t1,"A\r\nA",1\r\n\r\nt2,"A\r\nA",1\r\nt3,"台\r\n積電",x\r\n`;
    expect(places(refusalOf(text))).toEqual(['csv-close@8:5']);
  });

  it('has fewer than two dates in common', () => {
    const refusal = refusalOf(
      `${HEAD}2024-01-01,AAA,1\n2024-01-02,AAA,1\n2024-01-02,BBB,1\n2024-01-03,BBB,1\n`,
    );
    expect(places(refusal)).toEqual(['csv-too-few-common-dates']);
    expect(messageOf(refusal[0])).toContain('1 date of 3 are common to all 2 symbols');
  });
});

describe('mutated files', () => {
  it('are read or refused, never crash, and lines stay within the file', () => {
    const piece = fc.constantFrom(
      '"',
      ',',
      '\n',
      '\r',
      ';',
      'AAA',
      '2024-01-01',
      '1',
      '-',
      '\0',
      '\ufeff',
      'é',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(PLAIN.length), (insert, at) => {
        const text = PLAIN.slice(0, at) + insert.join('') + PLAIN.slice(at);
        const lines = text.split(/\r\n|\r|\n/).length;
        try {
          expect(read(text).dataset.dates.length).toBeGreaterThanOrEqual(2);
        } catch (error) {
          const diagnostics = (error as { diagnostics?: readonly { place: { line?: number } }[] })
            .diagnostics;
          if (diagnostics === undefined) throw error;
          for (const { place } of diagnostics) expect(place.line ?? 1).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
