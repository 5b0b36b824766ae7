import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../src/market/decimal.ts';

describe('a decimal text', () => {
  it('is the nearest double, as the language itself reads it', () => {
    const digits = fc.stringMatching(/^[+-]?[0-9]{0,18}\.?[0-9]{1,18}(e-?[0-9]{1,2})?$/);
    fc.assert(
      fc.property(digits, (text) => {
        expect(decimal(text)).toBe(Number(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('reads prices of any number of decimals back exactly', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 20 }),
        (value, digits) => {
          expect(decimal(value.toFixed(digits))).toBe(Number(value.toFixed(digits)));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each([
    '',
    '.',
    '-',
    '+',
    'e5',
    '1e',
    '1e+',
    '1.2.3',
    '--1',
    '1 ',
    ' 1',
    '0x1',
    '1_0',
    'Infinity',
    'NaN',
    '1e309',
  ])('is not %j', (text) => {
    expect(decimal(text)).toBeNaN();
  });

  it.each([
    ['5.', 5],
    ['.5', 0.5],
    ['007', 7],
    ['-0', -0],
    ['999999999999999', 999999999999999],
    ['0.00000000000001', 1e-14],
  ])('%s is %d', (text, value) => {
    expect(decimal(text)).toBe(value);
  });
});
