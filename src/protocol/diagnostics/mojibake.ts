import { encodeUtf8 } from '../../kernel/utf8.ts';

const COMPARED_NAMES = 1000;

/**
 * What windows-1252 has for bytes 80 to 9F; a dot marks a byte that it leaves undefined.
 * A table of our own: some versions of Node decode windows-1252 as Latin-1.
 */
const HIGH_CONTROLS = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

/**
 * The observed symbol whose UTF-8 bytes, read as windows-1252 or Latin-1, give `symbol`:
 * what a Python on Windows makes of its input. Null if there is none.
 */
export function cp1252Origin(symbol: string, names: readonly string[]): string | null {
  if (isAscii(symbol)) return null;
  for (const name of names.slice(0, COMPARED_NAMES)) {
    if (isAscii(name) || name.length > symbol.length) continue;
    const bytes = encodeUtf8(name);
    if (decode1252(bytes) === symbol || String.fromCharCode(...bytes) === symbol) return name;
  }
  return null;
}

function decode1252(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const special = byte >= 0x80 && byte <= 0x9f ? HIGH_CONTROLS[byte - 0x80] : '.';
    return special === undefined || special === '.' ? String.fromCharCode(byte) : special;
  }).join('');
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
