/** The bytes that JSON gives a meaning to. */
export const QUOTE = 0x22;
export const HASH = 0x23;
export const APOSTROPHE = 0x27;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const LESS_THAN = 0x3c;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const BACKTICK = 0x60;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** Part of a word or a number, well spelt or not: what a fault marks as one token. */
export function isWord(byte: number): boolean {
  return (
    isDigit(byte) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === POINT ||
    byte === PLUS ||
    byte === MINUS ||
    byte === UNDERSCORE
  );
}

/** Value of a hexadecimal digit; -1 if it is none. */
function hexValue(byte: number): number {
  if (isDigit(byte)) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Four hexadecimal digits at `at`; -1 if they are not there. */
export function hexQuad(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) return -1;
  let value = 0;
  for (let index = at; index < at + 4; index += 1) {
    const digit = hexValue(bytes[index]!);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}
