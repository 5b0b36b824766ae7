import { describe, expect, it } from 'vitest';
import { datasetSha256 } from '../../../src/market/digest.ts';
import { defaultWindows, regimeOf } from '../../../src/market/windows.ts';
import { bytesOf, diagnosticsOf, messageOf, places, pricesCsv, read, refusalOf } from './reading.ts';

/** Situations that broke other tools, by the id of their case. */
const forty = pricesCsv({ AAA: Array.from({ length: 40 }, (_, bar) => 100 + bar) });
const sha256Of = (text: string) => datasetSha256(read(text).dataset);

/** A file whose second line is `row`. */
const row = (text: string, header = 'date,symbol,close') => `${header}\n${text}\n`;

describe('family 5, data', () => {
  it('C01: one byte order mark is stripped, before a quoted header too', () => {
    expect(sha256Of(`\ufeff${forty}`)).toBe(sha256Of(forty));
    expect(sha256Of(`\ufeff${forty.replace('date,', '"date",')}`)).toBe(sha256Of(forty));
    expect(places(refusalOf(`\ufeff\ufeff${forty}`))).toEqual(['csv-column-missing@1']);
  });

  it('C02: CRLF, blank lines and a missing final newline change nothing', () => {
    const crlf = forty.replaceAll('\n', '\r\n');
    const blankInTheMiddle = forty.replace('\n2024-01-20', '\n\n2024-01-20');
    for (const text of [crlf, `${crlf}\r\n\r\n`, forty.trimEnd(), blankInTheMiddle]) {
      expect(sha256Of(text)).toBe(sha256Of(forty));
    }
  });

  it('C03: the same date and symbol twice names both lines, equal values or not', () => {
    for (const [close, words] of [
      ['182', 'different values'],
      ['108', 'the same values'],
    ] as const) {
      const refusal = refusalOf(`${forty}2024-01-09,AAA,${close}\n`);
      expect(places(refusal)).toEqual(['csv-row-twice@42']);
      expect(messageOf(refusal[0])).toContain('2024-01-09 AAA stands twice: on line 10 and on line 42');
      expect(messageOf(refusal[0])).toContain(words);
    }
  });

  it('C05: a symbol that lacks dates is named, the axis is what all have, nothing is filled', () => {
    const sixty = Array.from({ length: 60 }, (_, bar) => 100 + bar);
    const full = pricesCsv({ AAA: sixty, BBB: sixty, CCC: sixty });
    const lacking = full.replace(/2024-02-02,BBB.*\n/, '').replace(/2024-02-28,BBB.*\n/, '');
    const { dataset, notices } = read(lacking);
    expect(dataset.dates.length).toBe(58);
    expect(dataset.dates).not.toContain('2024-02-02');
    expect(notices.map(messageOf).join('\n')).toContain(
      'BBB lacks 2 of 60 dates, first 2024-02-02, last 2024-02-28',
    );
    expect(notices.map(messageOf).join('\n')).toContain(
      '2 of 60 dates of AAA left out, first 2024-02-02, last 2024-02-28',
    );
    expect(notices.map((each) => each.facts.symbol)).toEqual(['AAA', 'BBB', 'CCC']);
  });

  it('C05: changing later rows does not change earlier bars', () => {
    const before = read(pricesCsv({ AAA: [1, 2, 3, 4] })).dataset;
    const after = read(pricesCsv({ AAA: [1, 2, 9, 9] })).dataset;
    expect([...after.closes[0]!.slice(0, 2)]).toEqual([...before.closes[0]!.slice(0, 2)]);
  });

  it('C06: a market of seven days beside one of five is told in one notice each', () => {
    const days = Array.from({ length: 84 }, (_, bar) => new Date(Date.UTC(2024, 0, 1 + bar)));
    const rows = days.flatMap((day) => {
      const date = day.toISOString().slice(0, 10);
      const weekend = [0, 6].includes(day.getUTCDay());
      return weekend ? [`${date},BTC,1`] : [`${date},BTC,1`, `${date},SPY,1`];
    });
    const { dataset, notices } = read(row(rows.join('\n')));
    expect(dataset.dates.length).toBe(60);
    expect(notices.map((each) => each.code)).toEqual(['csv-dates-left-out', 'csv-dates-lacking']);
    expect(messageOf(notices[1])).toContain('SPY lacks 24 of 84 dates');
    expect(messageOf(notices[1])).toContain('all Saturdays or Sundays: different calendars');
  });

  it('C07: a negative price stays where it is and is warned about by line', () => {
    const closes = Array.from({ length: 40 }, (_, bar) => (bar === 20 ? -37.63 : 50));
    const { dataset, notices } = read(pricesCsv({ OIL: closes }));
    expect(dataset.dates.length).toBe(40);
    expect(dataset.closes[0]?.[20]).toBe(-37.63);
    expect(messageOf(notices[0])).toContain('prices.csv:22: 1 close of zero or less on line 22');
  });

  it('C08: a symbol that starts a window at zero is left out of the regime', () => {
    const { dataset, notices } = read(pricesCsv({ AAA: [0, 50, 50], BBB: [100, 100, 120] }));
    expect(regimeOf(dataset, { start: 0, end: 3 })).toBe('bull');
    expect(notices[0]?.code).toBe('close-not-positive');
  });

  it('C10: a blank dividend is none, a dividend without a close is refused, and so is null', () => {
    const header = 'date,symbol,close,dividend';
    const blanks = row('2024-02-09,AAA,188.85,\n2024-02-12,AAA,187.15,', header);
    expect(sha256Of(blanks)).toBe(sha256Of(row('2024-02-09,AAA,188.85\n2024-02-12,AAA,187.15')));
    const refusal = refusalOf(`${blanks}2024-02-10,AAA,,0.24\n2024-02-13,AAA,1,null\n`);
    expect(places(refusal)).toEqual(['csv-dividend-without-close@4:16', 'csv-dividend@5:18']);
    expect(messageOf(refusal[0])).toContain('dividend without a close: 0.24');
  });

  it('C11: a dividend above its close is accepted with a warning, a negative one refused', () => {
    const header = 'date,symbol,close,dividend';
    const { dataset, notices } = read(row('t1,AAA,0.000008,0.000226\nt2,AAA,1,', header));
    expect(dataset.dividends[0]?.[0]).toBe(0.000226);
    expect(places(notices)).toEqual(['dividend-above-close@2']);
    expect(messageOf(notices[0])).toContain('on line 2');
    expect(places(refusalOf(row('t1,AAA,1,-0.1\nt2,AAA,1,', header)))).toEqual(['csv-dividend@2:10']);
  });

  it('C12: thousands separators are refused, quoted names are read', () => {
    const refusal = refusalOf(row('2024-01-05,AAA,"1,234.56"'));
    expect(messageOf(refusal[0])).toContain('thousands separator?');
    const text = row('t1,"BRK,B",360.1\nt1,"A""B",1\nt2,"BRK,B",361\nt2,"A""B",1');
    expect(read(text).dataset.symbols).toEqual(['A"B', 'BRK,B']);
  });

  it('C13: semicolons are recognised on the header, with decimal commas', () => {
    const refusal = refusalOf('date;symbol;close\n2024-01-05;AAA;181,2\n');
    expect(places(refusal)).toEqual(['csv-separator@1:1']);
    expect(messageOf(refusal[0])).toContain('found 1 column');
    expect(messageOf(refusal[0])).toContain(
      'the separator looks like ";", and the numbers have decimal commas',
    );
  });

  it.each([
    '01/02/2024',
    '2024-1-2',
    '20240102',
    '2024-01-02T00:00:00-05:00',
    '2024-01-02 00:00:00',
    '2024/01/02',
    '2.1.2024',
    '02-Jan-2024',
    'Jan 2 2024',
    ' 2024-01-02',
  ])('C14: the date %s is refused, not interpreted', (date) => {
    const refusal = refusalOf(row(`"${date}",AAA,1`));
    expect(places(refusal)).toEqual(['csv-date-format@2:1']);
    expect(messageOf(refusal[0])).toContain('YYYY-MM-DD');
  });

  it.each(['2023-02-29', '2023-02-30', '2023-04-31', '2023-13-01', '1900-02-29', '2023-00-10'])(
    'C15: there is no day %s',
    (date) => {
      expect(places(refusalOf(row(`${date},AAA,1`)))).toEqual(['csv-date-impossible@2:1']);
    },
  );

  it('C15: 29 February exists in 2024', () => {
    expect(read(row('2024-02-28,AAA,1\n2024-02-29,AAA,1')).dataset.dates[1]).toBe('2024-02-29');
  });

  it('C16: one empty column without a name at the end is accepted with a note', () => {
    const { notices } = read('date,symbol,close,\nt1,AAA,181.2,\nt2,AAA,181.3,\n');
    expect(places(notices)).toEqual(['csv-trailing-column@1']);
    const refusal = refusalOf('date,symbol,close,\nt1,AAA,181,2\nt2,AAA,1,,\nt3,AAA\n');
    expect(places(refusal)).toEqual(['csv-column-unnamed@2:12', 'csv-field-count@3', 'csv-field-count@4']);
    expect(messageOf(refusal[1])).toContain('the row has 5 fields, the header 4');
  });

  it('C17: what is no data is refused, each in its own words', () => {
    const words = (text: string | Uint8Array) => messageOf(refusalOf(text)[0]);
    expect(words('')).toContain('the file is empty');
    expect(words('date,symbol,close\n')).toContain('no rows');
    expect(words(',,,,\n,,\n')).toContain('header not found: expected date,symbol,close');
    expect(words(Uint8Array.from([0x1f, 0x8b, 8, 0, 0]))).toContain('looks like gzip');
    expect(words(bytesOf('PK\u0003\u0004...'))).toContain('zip');
  });

  it('C18: 39 bars are too few for the default windows, 40 of a single symbol are enough', () => {
    const refusal = diagnosticsOf(() => defaultWindows(39));
    expect(messageOf(refusal[0])).toContain('39 bars; the default windows need 40');
    expect(defaultWindows(read(forty).dataset.dates.length)).toEqual([
      { start: 10, end: 25 },
      { start: 25, end: 40 },
    ]);
  });

  it('C19: symbols are opaque, and ordered by their bytes', () => {
    const symbols = ['aapl', 'AAPL', ' NA ', 'NA', '1E5', 'TRUE', '台積電'];
    const rows = ['t1', 't2'].flatMap((date) => symbols.map((symbol) => `${date},${symbol},1`));
    const { dataset, notices } = read(row(rows.join('\n')));
    expect(dataset.symbols).toEqual([' NA ', '1E5', 'AAPL', 'NA', 'TRUE', 'aapl', '台積電']);
    expect(places(notices)).toEqual(['csv-symbol-spaces@4:4']);
  });
});
