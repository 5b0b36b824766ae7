/**
 * Reads a decimal number as the nearest double, by a closed grammar: digits with an
 * optional sign, point and exponent. Everything that `Number` would also take (blank,
 * hexadecimal, `Infinity`, surrounding spaces) is none, and so is a number too large
 * for a double. NaN says that it is none.
 */
export function decimal(text: string): number {
  if (!DECIMAL.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** What a text that is no decimal number looks like, for the diagnostic. */
export type NumberLook =
  | 'blank'
  | 'spaces'
  | 'thousands'
  | 'decimal-comma'
  | 'underscore'
  | 'hexadecimal'
  | 'not-a-number'
  | 'infinite'
  | 'too-large'
  | 'currency'
  | 'percent'
  | 'missing-mark'
  | 'text';

export function numberLook(text: string): NumberLook {
  if (text === '') return 'blank';
  return LOOKS.find(([pattern]) => pattern.test(text))?.[1] ?? (DECIMAL.test(text) ? 'too-large' : 'text');
}

const LOOKS: readonly (readonly [RegExp, NumberLook])[] = [
  [/^\s+$/, 'blank'],
  [/^\s|\s$/, 'spaces'],
  [/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/, 'thousands'],
  [/^[+-]?\d+(?:\.\d{3})*,\d+$/, 'decimal-comma'],
  [/^[+-]?\d[\d_]*_[\d_.]*$/, 'underscore'],
  [/^[+-]?0x/i, 'hexadecimal'],
  [/^[+-]?nan$/i, 'not-a-number'],
  [/^[+-]?(?:inf|infinity|∞)$/i, 'infinite'],
  [/^[+-]?\p{Sc}|\p{Sc}$/u, 'currency'],
  [/%$/, 'percent'],
  [/^(?:-+|\.|\.\.|—|–|null|none|nil|n\/a|na|#n\/a|\?)$/i, 'missing-mark'],
];
