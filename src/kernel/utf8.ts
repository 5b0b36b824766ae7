const encoder = new TextEncoder();
// `ignoreBOM: true` keeps a byte order mark as U+FEFF instead of hiding it.
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 bytes of `text`; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Text of UTF-8 bytes, BOM kept; null if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Order of the UTF-8 bytes of two strings, which is their code point order
 * (JavaScript's own `<` orders by UTF-16 unit and differs beyond U+FFFF).
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankUnit(left) - rankUnit(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other unit, U+E000..U+FFFF included. */
function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
