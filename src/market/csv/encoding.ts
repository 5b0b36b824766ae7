import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { decodeUtf8, encodeUtf8 } from '../../kernel/utf8.ts';
import { columnAt, countLineEnds } from './rowPlaces.ts';

/**
 * Why these bytes are no CSV text at all, judged from their beginning: empty, another
 * encoding, compressed, or binary. Null if nothing speaks against it.
 */
export function refusedContainer(bytes: Uint8Array, file: string): Diagnostic | null {
  const refuse = (code: string, looksLike: string) =>
    diagnostic(code, 'error', { file }, { facts: { looksLike } });
  const compressed = MAGIC.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
  if (compressed !== undefined) return refuse('csv-compressed', compressed.name);
  const utf16 = looksUtf16(bytes);
  if (utf16 !== null) return refuse('csv-utf16', utf16);
  if (bytes.includes(0)) return refuse('csv-binary', 'binary data (it holds NUL bytes)');
  if (!bytes.some((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)) {
    return diagnostic('csv-empty', 'error', { file }, { facts: { bytes: bytes.length } });
  }
  return null;
}

const MAGIC: readonly { readonly name: string; readonly magic: readonly number[] }[] = [
  { name: 'gzip', magic: [0x1f, 0x8b] },
  { name: 'zip (or an Excel workbook)', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68] },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  { name: 'zstandard', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'parquet', magic: [0x50, 0x41, 0x52, 0x31] },
  { name: 'an old Excel workbook', magic: [0xd0, 0xcf, 0x11, 0xe0] },
];

function looksUtf16(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16, little-endian';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16, big-endian';
  // Without a mark: every other byte of the first letters is NUL.
  if (bytes.length < 8) return null;
  const zero = (index: number) => bytes[index] === 0;
  if ([1, 3, 5, 7].every(zero) && ![0, 2, 4, 6].some(zero)) return 'UTF-16, little-endian';
  if ([0, 2, 4, 6].every(zero) && ![1, 3, 5, 7].some(zero)) return 'UTF-16, big-endian';
  return null;
}

/** Bytes of a byte order mark at the start: 3 or 0. */
export function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The first byte in [start, end) that is not UTF-8, or null if all of it is. */
export function refusedUtf8(
  bytes: Uint8Array,
  file: string,
  start: number,
  end: number,
  textStart: number,
): Diagnostic | null {
  if (decodeUtf8(bytes.subarray(start, end)) !== null) return null;
  const at = start + firstInvalid(bytes.subarray(start, end));
  const place = {
    file,
    line: 1 + countLineEnds(bytes, textStart, at),
    column: columnAt(bytes, textStart, at),
    offset: at,
  };
  const found = Array.from(bytes.subarray(at, Math.min(at + 1, end)), hex).join('');
  return diagnostic('csv-not-utf8', 'error', place, { found });
}

function firstInvalid(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let at = 0;
  for (const character of text) {
    const written = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
    if (character === '\ufffd' && !written) return at;
    at += encodeUtf8(character).length;
  }
  return at;
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
