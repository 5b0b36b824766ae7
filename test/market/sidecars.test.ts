import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvTokenizer } from '../../src/cli/csvTokenizer.ts';
import { withSidecars } from '../../src/market/csv/readSidecars.ts';
import { parseGeneratorSpec } from '../../src/market/generatorSpec.ts';
import { generateDataset } from '../../src/market/generators.ts';
import { maskDataset } from '../../src/market/mask.ts';
import { bytesOf, diagnosticsOf, messageOf, places, pricesCsv, read } from './csv/reading.ts';

const prices = read(
  pricesCsv({ AAA: [1, 2, 3, 4, 5, 6], BBB: [1, 2, 3, 4, 5, 6] }).replaceAll(/2024-01-0[36].*\n/g, ''),
).dataset;
// Bars: 0 = 01-01, 1 = 01-02, 2 = 01-04, 3 = 01-05.

const file = (name: string, text: string) => ({ file: name, bytes: bytesOf(text), sha256: `sha of ${name}` });
const fundamentals = (...rows: string[]) => file('f.csv', `date,symbol,field,value\n${rows.join('\n')}\n`);
const news = (...rows: string[]) => file('n.csv', `date,symbol,headline\n${rows.join('\n')}\n`);

function attach(files: { fundamentals?: ReturnType<typeof file>; news?: ReturnType<typeof file> }) {
  const given = { fundamentals: files.fundamentals ?? null, news: files.news ?? null };
  const { dataset, notices } = withSidecars(prices, given, csvTokenizer);
  return { sidecars: dataset.sidecars!, dataset, notices };
}

describe('fundamentals', () => {
  it('are the latest value dated at or before the bar, fields in byte order', () => {
    const { sidecars } = attach({
      fundamentals: fundamentals(
        '2024-01-03,AAA,pe,12',
        '2024-01-02,AAA,pe,11',
        '2024-01-04,AAA,eps,2.5',
        '2024-01-01,BBB,pe,7',
      ),
    });
    const shown = (bar: number, symbol: number) => [...sidecars.fundamentalsAt(bar, symbol)];
    expect(shown(0, 0)).toEqual([]);
    expect(shown(1, 0)).toEqual([['pe', 11]]);
    expect(shown(2, 0)).toEqual([
      ['eps', 2.5],
      ['pe', 12],
    ]);
    expect(shown(3, 0)).toEqual(shown(2, 0));
    expect(shown(1, 0)).toEqual([['pe', 11]]);
    expect(shown(0, 1)).toEqual([['pe', 7]]);
  });

  it('keep the latest of several dates between two bars', () => {
    const { sidecars } = attach({ fundamentals: fundamentals('2024-01-04,AAA,pe,2', '2024-01-03,AAA,pe,1') });
    expect([...sidecars.fundamentalsAt(2, 0)]).toEqual([['pe', 2]]);
  });
});

describe('news', () => {
  it('are shown once, at the first bar dated at or after them, in file order', () => {
    const { sidecars } = attach({
      news: news(
        '2023-12-24,AAA,old',
        '2024-01-01,*,"all, at once"',
        '2024-01-03,AAA,weekend',
        '2024-01-04,*,market',
        '2024-01-04,BBB,own',
        '2024-01-04,AAA,own',
      ),
    });
    expect(sidecars.newsAt(0, 0)).toEqual(['old', 'all, at once']);
    expect(sidecars.newsAt(0, 1)).toEqual(['all, at once']);
    expect(sidecars.newsAt(1, 0)).toEqual([]);
    expect(sidecars.newsAt(2, 0)).toEqual(['weekend', 'market', 'own']);
    expect(sidecars.newsAt(2, 1)).toEqual(['market', 'own']);
  });
});

describe('sidecars', () => {
  it('never show anything that is dated later than the bar', () => {
    const day = fc.integer({ min: 1, max: 9 });
    const row = fc.record({
      day,
      symbol: fc.constantFrom('AAA', 'BBB', 'ZZZ'),
      field: fc.constantFrom('pe', 'eps'),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        // The marker is the date itself: its day as the value, its text as the headline.
        const distinct = new Map(
          rows.map((each) => [`2024-01-0${each.day},${each.symbol},${each.field}`, each]),
        );
        const { sidecars } = attach({
          fundamentals: fundamentals(
            '2024-01-01,AAA,base,1',
            ...[...distinct].map(([key, each]) => `${key},${each.day}`),
          ),
          news: news('2024-01-01,AAA,2024-01-01', ...rows.map((each) => newsRow(each))),
        });
        for (const [bar, date] of prices.dates.entries()) {
          for (const symbol of [0, 1]) {
            const dayOfBar = Number(date.slice(-2));
            for (const marker of sidecars.fundamentalsAt(bar, symbol).values()) {
              expect(marker).toBeLessThanOrEqual(dayOfBar);
            }
            for (const marker of sidecars.newsAt(bar, symbol)) {
              expect(marker <= date).toBe(true);
              expect(bar === 0 || marker > prices.dates[bar - 1]!).toBe(true);
            }
          }
        }
      }),
    );
  });

  it('do not change what earlier bars show when later rows change', () => {
    const shown = (value: number, headline: string) => {
      const { sidecars } = attach({
        fundamentals: fundamentals('2024-01-01,AAA,pe,1', `2024-01-05,AAA,pe,${value}`),
        news: news('2024-01-02,AAA,a', `2024-01-05,AAA,${headline}`),
      });
      return [0, 1, 2].map((bar) => [[...sidecars.fundamentalsAt(bar, 0)], sidecars.newsAt(bar, 0)]);
    };
    expect(shown(2, 'b')).toEqual(shown(3, 'c'));
  });

  it('carry the digests of their files', () => {
    const { sidecars } = attach({
      fundamentals: fundamentals('2024-01-01,AAA,pe,1'),
      news: news('2024-01-01,*,x'),
    });
    expect(sidecars.digests).toEqual({ fundamentals: 'sha of f.csv', news: 'sha of n.csv' });
    expect(attach({ news: news('2024-01-01,*,x') }).sidecars.digests).toEqual({ news: 'sha of n.csv' });
  });

  it('follow their symbols under a mask', () => {
    const { dataset } = attach({ fundamentals: fundamentals('2024-01-01,BBB,pe,1') });
    expect([...maskDataset(dataset).sidecars!.fundamentalsAt(0, 1)]).toEqual([['pe', 1]]);
  });

  it('say which rows are never shown', () => {
    const { notices } = attach({ news: news('2024-01-05,ZZZ,x', '2024-01-09,AAA,late', '2024-01-05,AAA,y') });
    expect(notices.map((each) => each.code)).toEqual(['sidecar-unknown-symbols', 'sidecar-never-shown']);
    expect(messageOf(notices[0])).toContain('1 row about 1 symbol without prices are never shown: ZZZ');
    expect(messageOf(notices[1])).toContain('on line 3');
  });

  it.each([
    [fundamentals('2024-01-01,AAA,pe,x'), 'sidecar-value@2:19'],
    [fundamentals('2024-01-01,AAA,,1'), 'sidecar-empty@2:16'],
    [fundamentals('2024-01-01,*,pe,1'), 'sidecar-all-symbols@2:12'],
    [fundamentals('2024-01-01,AAA,pe,1', '2024-01-01,AAA,pe,1'), 'sidecar-row-twice@3'],
    [fundamentals('t1,AAA,pe,1'), 'sidecar-date-form@2:1'],
    [fundamentals('2024-02-30,AAA,pe,1'), 'csv-date-impossible@2:1'],
    [fundamentals('2024-01-01,,pe,1'), 'csv-symbol-empty@2:12'],
    [fundamentals('2024-01-01,AAA,pe'), 'csv-field-count@2'],
    [file('f.csv', 'date,symbol,metric,value\n'), 'csv-column-missing@1'],
  ])('refuse a bad row of fundamentals', (bad, place) => {
    expect(places(diagnosticsOf(() => attach({ fundamentals: bad })))).toEqual([place]);
  });

  it.each([
    [news('2024-01-01,AAA,'), 'sidecar-empty@2:16'],
    [news('1/1/2024,AAA,x'), 'csv-date-format@2:1'],
    [news('2024-01-01,AAA,x,y'), 'csv-field-count@2'],
  ])('refuse a bad row of news', (bad, place) => {
    expect(places(diagnosticsOf(() => attach({ news: bad })))).toEqual([place]);
  });

  it('are refused beside bars that are not in byte order', () => {
    const long = generateDataset(parseGeneratorSpec('whipsaw:1:1000:0.01:1'), 'whipsaw:1:1000:0.01:1');
    const files = { fundamentals: null, news: news('2025-001,*,x') };
    const refusal = diagnosticsOf(() => withSidecars(long, files, csvTokenizer));
    expect(refusal[0]).toMatchObject({ code: 'sidecar-axis', facts: { date: '2025-1000' } });
  });
});

function newsRow(each: { readonly day: number; readonly symbol: string }): string {
  return `2024-01-0${each.day},${each.symbol},2024-01-0${each.day}`;
}
