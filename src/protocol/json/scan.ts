import { BACKSLASH, hexQuad, isDigit, isWord, MINUS, POINT, QUOTE, ZERO } from './characters.ts';

/**
 * Scans the string that opens at `start`. Returns the offset after its closing quote,
 * negated if it holds escapes, and 0 if it is not a JSON string as serde_json reads
 * one: `brokenString` then says why.
 */
export function scanString(bytes: Uint8Array, start: number): number {
  const end = bytes.length;
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) return scanEscapedString(bytes, at);
    if (byte < 0x20) return 0;
  }
  return 0;
}

function scanEscapedString(bytes: Uint8Array, firstEscape: number): number {
  const end = bytes.length;
  let at = firstEscape;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return -(at + 1);
    if (byte < 0x20) return 0;
    const length = byte === BACKSLASH ? escapeLength(bytes, at) : 1;
    if (length === 0) return 0;
    at += length;
  }
  return 0;
}

/** Bytes that the escape at `at` takes (12 for a surrogate pair); 0 if it is none or half a pair. */
export function escapeLength(bytes: Uint8Array, at: number): number {
  const letter = at + 1 < bytes.length ? bytes[at + 1]! : 0;
  if (letter !== 0x75) return isShortEscape(letter) ? 2 : 0;
  const unit = hexQuad(bytes, at + 2);
  if (unit < 0) return 0;
  if (unit < 0xd800 || unit > 0xdfff) return 6;
  if (unit > 0xdbff || at + 8 > bytes.length) return 0;
  if (bytes[at + 6] !== BACKSLASH || bytes[at + 7] !== 0x75) return 0;
  const low = hexQuad(bytes, at + 8);
  return low >= 0xdc00 && low <= 0xdfff ? 12 : 0;
}

function isShortEscape(letter: number): boolean {
  switch (letter) {
    case 0x22: // "
    case 0x2f: // /
    case 0x5c: // \
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return true;
    default:
      return false;
  }
}

/**
 * Scans the number at `start`. Returns the offset after it, negated unless it is
 * digits alone, and 0 if it is not a JSON number or runs into a word (`01`, `0x1`,
 * `1_000`): `brokenWord` then says why. Whether it fits a double is for who reads it.
 */
export function scanNumber(bytes: Uint8Array, start: number): number {
  const end = bytes.length;
  let digitsOnly = true;
  let at = start;
  if (bytes[at] === MINUS) {
    digitsOnly = false;
    at += 1;
  }
  const whole = at;
  at = skipDigits(bytes, at);
  if (at === whole || (bytes[whole] === ZERO && at > whole + 1)) return 0;
  if (at < end && bytes[at] === POINT) {
    digitsOnly = false;
    const fraction = at + 1;
    at = skipDigits(bytes, fraction);
    if (at === fraction) return 0;
  }
  if (at < end && (bytes[at]! | 0x20) === 0x65) {
    digitsOnly = false;
    at += 1;
    if (at < end && (bytes[at] === 0x2b || bytes[at] === MINUS)) at += 1;
    const exponent = at;
    at = skipDigits(bytes, at);
    if (at === exponent) return 0;
  }
  if (at < end && isWord(bytes[at]!)) return 0;
  return digitsOnly ? at : -at;
}

function skipDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && isDigit(bytes[at]!)) at += 1;
  return at;
}

/** Offset after the literal `word` at `start`; 0 if it does not stand there alone. */
export function scanLiteral(bytes: Uint8Array, start: number, word: string): number {
  const after = start + word.length;
  if (after > bytes.length) return 0;
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[start + index] !== word.charCodeAt(index)) return 0;
  }
  return after < bytes.length && isWord(bytes[after]!) ? 0 : after;
}
