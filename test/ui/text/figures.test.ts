import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, seconds, weight } from '../../../src/ui/text/figures.ts';

describe('a weight', () => {
  it.each([
    [1 / 3, '.33'],
    [-0.05, '-.05'],
    [1.2, '1.20'],
    [-1, '-1.00'],
    [0, '.00'],
    [0.001, '.00+'],
    [-0.001, '-.00'],
    [Number.NaN, '-'],
  ])('%d is %s', (value, text) => {
    expect(weight(value)).toBe(text);
  });
});

describe('an amount', () => {
  it.each([
    [0, '0'],
    [97.5495, '97.5495'],
    [0.013153, '0.013153'],
    [0.00094091, '9.409e-4'],
    [123456.78, '123457'],
    [12345678.9, '12345679'],
    [123456789012, '1.235e11'],
    [-0.012816, '-0.01282'],
    [Number.POSITIVE_INFINITY, '-'],
  ])('%d is %s', (value, text) => {
    expect(amount(value)).toBe(text);
  });

  it('fits eight cells, and is the value to the digits that it has', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e99, max: 1e99, noNaN: true }), (value) => {
        const text = amount(value);
        expect(text.length).toBeLessThanOrEqual(8);
        if (Math.abs(value) > 1e-98) expect(Number(text) / value).toBeCloseTo(1, 1);
      }),
    );
  });
});

it('seconds are never negative', () => {
  expect(seconds(-5)).toBe('0.0 s');
  expect(seconds(12_345)).toBe('12.3 s');
});
