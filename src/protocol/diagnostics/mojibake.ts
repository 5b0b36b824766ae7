import { encodeUtf8 } from '../../kernel/utf8.ts';

const COMPARED_NAMES = 1000;

/**
 * The observed symbol whose UTF-8 bytes, read as windows-1252 (or Latin-1), give `symbol`:
 * what a Python on Windows makes of its input. Null if there is none.
 */
export function cp1252Origin(symbol: string, names: readonly string[]): string | null {
  if (isAscii(symbol)) return null;
  const windows1252 = new TextDecoder('windows-1252');
  for (const name of names.slice(0, COMPARED_NAMES)) {
    if (isAscii(name)) continue;
    const bytes = encodeUtf8(name);
    if (windows1252.decode(bytes) === symbol || String.fromCharCode(...bytes) === symbol) return name;
  }
  return null;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
