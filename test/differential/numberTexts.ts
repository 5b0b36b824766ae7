import type { Dice } from './dice.ts';

/** A number that may stand in an answer: of any spelling, in range or not, or nearly a number. */
export function numberText(dice: Dice): string {
  const spell = dice.pick(spellings);
  const text = spell(dice);
  return dice.chance(0.02) ? misspelt(dice, text) : text;
}

/** A number whose value is in [-1, 1], so that a line with several of them can be accepted. */
export function shareText(dice: Dice): string {
  const sign = dice.chance(0.2) ? '-' : '';
  return sign + dice.pick(shares)(dice);
}

export function countText(dice: Dice): string {
  return dice.pick<(dice: Dice) => string>([
    () => String(dice.bits() >> BigInt(dice.below(64))),
    () => String(dice.bits() >> BigInt(dice.below(64))),
    () => String(dice.bits() >> BigInt(dice.below(64))),
    () => dice.pick(COUNTS),
    () => numberText(dice),
  ])(dice);
}

const COUNTS = [
  ...['0', '-0', '-1', '00', '1.0', '1e3', '0e0', '0.0', '9007199254740993', '9223372036854775807'],
  ...['9223372036854775808', '18446744073709551614', '18446744073709551615', '18446744073709551616'],
  ...['18446744073709551615.0', '18446744073709551620', '184467440737095516150', '018446744073709551615'],
];

/** Where readers of doubles go wrong: bounds, halves, exponents beyond any integer, and what is no number. */
const EDGES = [
  ...[
    '0',
    '-0',
    '0.0',
    '-0.0',
    '0e0',
    '-0e-0',
    '0E+5',
    '0e400',
    '0e99999999999999999999',
    '-0.0e99999999999',
  ],
  ...['1', '-1', '1.0', '1e0', '1E+0', '1e-0', '1e00', '10e-1', '0.1e1', '100000000000000000000e-20'],
  ...['1.0000000000000001', '1.0000000000000002', '1.00000000000000011102230246251565404236316680908203125'],
  ...['1.00000000000000011102230246251565404236316680908203124', '0.99999999999999994448884876874'],
  ...[
    '0.99999999999999994448884876873',
    '0.99999999999999999999999999999999999999999',
    '-1.0000000000000000001',
  ],
  ...[
    '1e308',
    '-1e308',
    '1e309',
    '-1e309',
    '1e400',
    '-1e400',
    '1.7976931348623157e308',
    '1.7976931348623158e308',
  ],
  ...[
    '1.797693134862315807e308',
    '1.797693134862315808e308',
    '1.7976931348623159e308',
    '17976931348623157e292',
  ],
  ...[
    '5e-324',
    '4.9406564584124654e-324',
    '2.4703282292062327e-324',
    '2.4703282292062328e-324',
    '2e-324',
    '1e-400',
  ],
  ...['2.2250738585072011e-308', '2.2250738585072012e-308', '2.2250738585072014e-308', '-1e-400', '-5e-324'],
  ...[
    '1e2147483647',
    '1e2147483648',
    '1e-2147483648',
    '1e-2147483649',
    '1e99999999999999999999',
    '1e-9999999999999',
  ],
  ...[
    '0.0e2147483648',
    '1e9223372036854775808',
    '1e-9223372036854775808',
    '123e4294967296',
    '123e-4294967296',
  ],
  ...[
    '9007199254740992',
    '9007199254740993',
    '9007199254740993.0',
    '9223372036854775807',
    '9223372036854775808',
  ],
  ...['-9223372036854775808', '-9223372036854775809', '18446744073709551615', '18446744073709551616'],
  ...['18446744073709549568', '18446744073709550592', '18446744073709550591', '18446744073709551615e0'],
  ...[
    '9007199254740993e0',
    '8.5e-1',
    '5e-1',
    '50e-2',
    '0.50',
    '0.3',
    '0.30000000000000004',
    '.5',
    '5.',
    '-.5',
  ],
  ...[
    '1e',
    '1e+',
    '1e-',
    '-',
    '--1',
    '+1',
    '01',
    '-01',
    '00',
    '0x1',
    '1_0',
    '1,0',
    '1.e1',
    '1.5.1',
    '1e1.5',
    '1E',
  ],
  ...[
    'NaN',
    '-NaN',
    'nan',
    'Infinity',
    '-Infinity',
    'inf',
    'true',
    'null',
    '"0.5"',
    '1f',
    '1d',
    '0b1',
    '1 0',
  ],
];

const shares: readonly ((dice: Dice) => string)[] = [
  (dice) => `0.${dice.digits(1 + dice.below(4))}`,
  (dice) => `0.${dice.digits(17)}`,
  (dice) => `0.${dice.digits(20 + dice.below(60))}`,
  (dice) => `0.${'0'.repeat(dice.below(330))}${dice.digits(17)}`,
  (dice) => `${dice.digits(17).replace(/^0+/, '1')}e-${17 + dice.below(310)}`,
  (dice) => String(unitDouble(dice)),
  (dice) => unitDouble(dice).toExponential(),
  (dice) => unitDouble(dice).toPrecision(17),
  (dice) => nearHalfway(dice, unitDouble(dice)),
  (dice) => dice.pick(['0', '1', '0.5', '1.0', '0.25', '1e0', '0e1', '5E-1']),
];

const spellings: readonly ((dice: Dice) => string)[] = [
  shareText,
  shareText,
  (dice) => dice.pick(EDGES),
  (dice) => String(anyDouble(dice)),
  (dice) => anyDouble(dice).toPrecision(17),
  (dice) => `${dice.digits(1 + dice.below(24))}.${dice.digits(1 + dice.below(24))}`.replace(/^0+(?=\d)/, ''),
  (dice) => `${1 + dice.below(9)}${dice.digits(dice.below(330))}`,
  (dice) => `${1 + dice.below(9)}${dice.digits(dice.below(800))}e-${dice.below(900)}`,
  (dice) => `0.${'0'.repeat(dice.below(400))}${dice.digits(1 + dice.below(40))}e${dice.below(500)}`,
  (dice) => `${dice.digits(19)}${dice.pick(['', '.', '.0', 'e0', 'e-19', 'e19'])}`.replace(/^0+(?=\d)/, ''),
  (dice) => nearHalfway(dice, Math.abs(anyDouble(dice))),
  (dice) => nearHalfway(dice, Number(dice.bits() >> BigInt(dice.below(11)))),
];

/** What a slip of the finger, or of a formatter, makes of a number. */
function misspelt(dice: Dice, text: string): string {
  const at = dice.below(text.length + 1);
  const slip = dice.pick(['.', 'e', 'E', '-', '+', '0', '_', ',', 'e-', '', ' ', 'f', '٣']);
  return text.slice(0, at) + slip + text.slice(at + dice.below(2));
}

const view = new DataView(new ArrayBuffer(8));

function anyDouble(dice: Dice): number {
  view.setBigUint64(0, dice.bits());
  const value = view.getFloat64(0);
  return Number.isFinite(value) ? value : dice.below(1000) / 8;
}

function unitDouble(dice: Dice): number {
  const value = Number(dice.bits() >> 11n) / 2 ** 53;
  return dice.chance(0.3) ? value * 2 ** -dice.below(1074) : value;
}

/**
 * The exact decimal expansion of the point halfway between a double and the next, or one
 * last digit beside it: where a reader that keeps too few digits rounds the wrong way.
 */
function nearHalfway(dice: Dice, value: number): string {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const raised = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const significand = raised === 0 ? fraction : fraction | (1n << 52n);
  const exponent = Math.max(raised, 1) - 1075 - 1;
  const halfway = significand * 2n + 1n;
  const nudge = dice.pick(['', '', '1', '01', '0000000001']);
  if (exponent >= 0) return `${halfway << BigInt(exponent)}${nudge === '' ? '' : `.${nudge}`}`;
  // halfway / 2^k = halfway * 5^k / 10^k
  const places = -exponent;
  const all = (halfway * 5n ** BigInt(places)).toString().padStart(places + 1, '0');
  const below = dice.chance(0.3) ? all.slice(0, -1) + dice.pick(['4', '']) : all + nudge;
  const point = all.length - places;
  return dice.chance(0.5)
    ? `${below.slice(0, point)}.${below.slice(point) || '0'}`
    : `${below.replace(/^0+(?=\d)/, '')}e-${below.length - point}`;
}
