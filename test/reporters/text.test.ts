import { describe, expect, test } from 'vitest';
import { sparkline } from '../../src/reporters/sparkline.ts';
import { styleFor } from '../../src/reporters/style.ts';
import { fixed, milliseconds, percent, signed, significant } from '../../src/reporters/text/numbers.ts';
import { table } from '../../src/reporters/text/table.ts';

describe('a sparkline', () => {
  test('runs from the lowest to the highest value', () => {
    expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe('▁▂▃▄▅▆▇█');
  });
  test('is no wider than asked and ends with the true last value', () => {
    expect(
      sparkline(
        Array.from({ length: 1000 }, (_, index) => index),
        10,
      ),
    ).toHaveLength(10);
    expect(sparkline([0, 0, 0, 0, 9], 2).at(-1)).toBe('█');
  });
  test('draws a still series in the middle and leaves gaps for what is no number', () => {
    expect(sparkline([5, 5, 5], 3)).toBe('▄▄▄');
    expect(sparkline([1, Number.NaN, 2], 3)).toBe('▁ █');
  });
});

test('a table aligns wide characters by the columns they take', () => {
  expect(
    table(
      [
        ['台積電', '1'],
        ['AB', '22'],
      ],
      '',
    ),
  ).toStrictEqual(['台積電   1', 'AB      22']);
});

describe('colours', () => {
  const colored = (env: Record<string, string>, isTTY: boolean, color = true) =>
    styleFor({ env, isTTY, color }).bad('x') !== 'x';
  test('follow the terminal unless told otherwise', () => {
    expect(colored({}, true)).toBe(true);
    expect(colored({}, false)).toBe(false);
    expect(colored({ TERM: 'dumb' }, true)).toBe(false);
  });
  test('are off under NO_COLOR and --no-color; an empty NO_COLOR counts as unset', () => {
    expect(colored({ NO_COLOR: '1' }, true)).toBe(false);
    expect(colored({ NO_COLOR: '' }, true)).toBe(true);
    expect(colored({}, true, false)).toBe(false);
  });
  test('are on under FORCE_COLOR without a terminal, and off under FORCE_COLOR=0', () => {
    expect(colored({ FORCE_COLOR: '1' }, false)).toBe(true);
    expect(colored({ FORCE_COLOR: '0' }, true)).toBe(false);
    expect(colored({ FORCE_COLOR: '1', NO_COLOR: '1' }, true)).toBe(false);
  });
});

describe('numbers for a person', () => {
  test('have a sign, and zero has none', () => {
    expect([
      signed(0.004, 2),
      signed(-0.004, 2),
      signed(1.5, 1),
      signed(-1.5, 1),
      percent(-0, 1),
    ]).toStrictEqual(['0.00', '0.00', '+1.5', '-1.5', '0.0 %']);
  });
  test('of any size show four significant digits', () => {
    expect([
      significant(0.00000568123),
      significant(-12.34567),
      significant(123456.7),
      significant(0),
    ]).toStrictEqual(['+0.000005681', '-12.35', '+123457', '0.000']);
  });
  test('that are missing are a dash', () => {
    expect([fixed(null, 2), milliseconds(null), significant(Number.NaN)]).toStrictEqual(['-', '-', '-']);
  });
});
