import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDataset } from '../../src/market/createDataset.ts';
import { defaultWindows, parseWindow, regimeOf, walkForwardWindows } from '../../src/market/windows.ts';
import { diagnosticsOf } from './csv/reading.ts';

interface Vector {
  readonly bars: number;
  readonly windows: readonly (readonly [number, number])[] | { readonly error: string };
}

const vectors = JSON.parse(
  readFileSync(new URL('../vectors/windows.json', import.meta.url), 'utf8'),
) as readonly Vector[];

describe('default windows', () => {
  it.each(vectors)('of $bars bars', ({ bars, windows }) => {
    if ('error' in windows) {
      expect(diagnosticsOf(() => defaultWindows(bars))[0]).toMatchObject({
        code: 'too-few-bars',
        facts: { bars, needed: 40 },
      });
    } else {
      expect(defaultWindows(bars).map(({ start, end }) => [start, end])).toEqual(windows);
    }
  });
});

describe('a window text', () => {
  it('is A:B', () => {
    expect(parseWindow('20:21', 100)).toEqual({ start: 20, end: 21 });
    expect(parseWindow('0:100', 100)).toEqual({ start: 0, end: 100 });
  });

  it.each(['', '20', '20-30', '20:', ':30', ' 20:30', '-1:30', '1e1:20', '20:30:40', '0x1:2'])(
    '%j is none',
    (text) => {
      expect(diagnosticsOf(() => parseWindow(text, 100))[0]?.code).toBe('window-text');
    },
  );

  it.each(['30:20', '20:20', '20:101', '99999999999:99999999999999'])('%s is out of range', (text) => {
    expect(diagnosticsOf(() => parseWindow(text, 100))[0]?.code).toBe('window-range');
  });
});

describe('walk-forward windows', () => {
  it('go on by a step as long as a whole test fits', () => {
    expect(walkForwardWindows(100, { warmup: 20, test: 30, step: 25 })).toEqual([
      { start: 20, end: 50 },
      { start: 45, end: 75 },
      { start: 70, end: 100 },
    ]);
  });

  it.each([
    [{ warmup: -1, test: 1, step: 1 }, 'warmup'],
    [{ warmup: 0, test: 0, step: 1 }, 'test'],
    [{ warmup: 0, test: 1, step: 0.5 }, 'step'],
    [{ warmup: 90, test: 11, step: 1 }, 'test'],
  ])('%j is refused for its %s', (plan, field) => {
    expect(diagnosticsOf(() => walkForwardWindows(100, plan))[0]?.facts.field).toBe(field);
  });
});

describe('the regime of a window', () => {
  const market = (...closes: number[][]) =>
    createDataset(
      'test',
      closes[0]!.map((_, bar) => `t${bar}`),
      closes.map((each, index) => ({
        symbol: `S${index}`,
        closes: Float64Array.from(each),
        dividends: null,
      })),
    );
  const all = { start: 0, end: 3 };

  it.each([
    ['bull', [100, 100, 104]],
    ['bear', [100, 100, 96]],
    ['chop', [100, 150, 102]],
    ['chop', [0, 100, 200]],
  ])('is %s', (regime, closes) => {
    expect(regimeOf(market(closes), all)).toBe(regime);
  });

  it('is the mean over the symbols that start above zero', () => {
    expect(regimeOf(market([100, 100, 110], [100, 100, 94], [-1, 5, 5]), all)).toBe('chop');
    expect(regimeOf(market([100, 100, 110], [0, 100, 90]), all)).toBe('bull');
  });

  it('is chop for a single bar', () => {
    expect(regimeOf(market([100, 200, 300]), { start: 1, end: 2 })).toBe('chop');
  });
});
