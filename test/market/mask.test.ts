import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDataset } from '../../src/market/createDataset.ts';
import { datasetSha256 } from '../../src/market/digest.ts';
import { maskDataset } from '../../src/market/mask.ts';

const dividends = fc.option(
  fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 3, maxLength: 3 }),
  {
    nil: null,
  },
);
const series = fc.uniqueArray(
  fc.record({
    symbol: fc.string({ minLength: 1, unit: 'grapheme' }),
    closes: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 3, maxLength: 3 }),
    dividends,
  }),
  { selector: (each) => each.symbol, minLength: 1, maxLength: 8 },
);

describe('masking', () => {
  it('keeps every price and dividend in symbol order, and changes the digest', () => {
    fc.assert(
      fc.property(series, (all) => {
        const dataset = createDataset(
          'test',
          ['a', 'b', 'c'],
          all.map((each) => ({
            symbol: each.symbol,
            closes: Float64Array.from(each.closes),
            dividends: each.dividends && Float64Array.from(each.dividends),
          })),
        );
        const masked = maskDataset(dataset);
        expect(masked.closes).toEqual(dataset.closes);
        expect(masked.dividends).toEqual(dataset.dividends);
        expect(masked.dates).toEqual(['t0', 't1', 't2']);
        expect(masked.symbols).toEqual(all.map((_, index) => `ASSET_${String(index).padStart(3, '0')}`));
        expect(datasetSha256(masked)).not.toBe(datasetSha256(dataset));
      }),
    );
  });

  it('keeps prices with their symbol when a thousandth name sorts elsewhere', () => {
    const many = Array.from({ length: 1002 }, (_, index) => ({
      symbol: `S${String(index).padStart(4, '0')}`,
      closes: Float64Array.of(index, index),
      dividends: null,
    }));
    const masked = maskDataset(createDataset('test', ['a', 'b'], many));
    expect(masked.symbols.slice(100, 103)).toEqual(['ASSET_100', 'ASSET_1000', 'ASSET_1001']);
    expect(masked.closes.slice(100, 103).map((each) => each[0])).toEqual([100, 1000, 1001]);
  });
});
