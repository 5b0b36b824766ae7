import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { utf8Length } from '../json/encoding.ts';

/** UTF-8 takes at most this many bytes a character. */
const BYTES_PER_CHAR = 4;

/** A stretch of bytes as short printable text; a byte that is not UTF-8 shows as `\xff`. */
export function sourceText(bytes: Uint8Array, offset: number, length: number): string {
  const most = Math.min(length, limits.excerptChars * BYTES_PER_CHAR);
  return printableShort(lenientText(bytes, offset, offset + most), limits.excerptChars);
}

/** Text of bytes [start, end); whatever is not UTF-8 becomes `\xhh`. */
export function lenientText(bytes: Uint8Array, start: number, end: number): string {
  const stop = Math.min(end, bytes.length);
  let text = '';
  let at = Math.max(0, start);
  while (at < stop) {
    const length = utf8Length(bytes, at);
    if (length === 0 || at + length > bytes.length) {
      text += `\\x${bytes[at]!.toString(16).padStart(2, '0')}`;
      at += 1;
    } else {
      text += decoder.decode(bytes.subarray(at, at + length));
      at += length;
    }
  }
  return text;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
