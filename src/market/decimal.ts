/**
 * Reads a decimal number as the nearest double, by a closed grammar: digits with an
 * optional sign, point and exponent. Everything that `Number` would also take (blank,
 * hexadecimal, `Infinity`, surrounding spaces) is none, and so is a number too large
 * for a double. NaN says that it is none.
 */
export function decimal(text: string): number {
  const plain = plainDecimal(text);
  if (!Number.isNaN(plain) || !DECIMAL.test(text)) return plain;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/**
 * The usual case, at most 15 digits with or without a point: digits and power of ten
 * are exact doubles, and one division rounds to the nearest. NaN for any other text.
 */
function plainDecimal(text: string): number {
  let digits = 0;
  let point = -1;
  const length = text.length;
  if (length > 16) return Number.NaN;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits = digits * 10 + (code - 0x30);
    else if (code === 0x2e && point < 0) point = at;
    else return Number.NaN;
  }
  const count = point < 0 ? length : length - 1;
  if (count === 0 || count > 15) return Number.NaN;
  return point < 0 ? digits : digits / POWERS[length - 1 - point]!;
}

const POWERS = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

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
