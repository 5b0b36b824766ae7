import { BACKSLASH, hexQuad, QUOTE } from './characters.ts';
import type { JsonFault } from './fault.ts';
import { escapeLength } from './scan.ts';
import type { JsonTape } from './tape.ts';

/**
 * Notes why the string at `start` is refused, passes over it, and returns the offset
 * after it (the end of the text if it never closes). Of several faults in one string
 * the first is told, and that it never closes is told too.
 */
export function brokenString(tape: JsonTape, start: number, kind: number): number {
  const bytes = tape.bytes;
  let first: Omit<JsonFault, 'node'> | null = null;
  let at = start + 1;
  let closed = false;
  while (at < bytes.length && !closed) {
    const byte = bytes[at]!;
    let length = 1;
    if (byte === QUOTE) {
      closed = true;
    } else if (byte < 0x20) {
      first ??= { code: 'control-char', offset: at, length: 1, facts: { byte } };
    } else if (byte === BACKSLASH) {
      length = escapeLength(bytes, at);
      if (length === 0 && at + 1 < bytes.length) first ??= escapeFault(bytes, at);
      if (length === 0) length = hexQuad(bytes, at + 2) >= 0 && bytes[at + 1] === 0x75 ? 6 : 2;
    }
    at += length;
  }
  const end = Math.min(at, bytes.length);
  const node = tape.push(kind, start, end);
  if (first !== null) tape.addFault({ ...first, node });
  if (!closed) {
    tape.addFault({ code: 'unterminated-string', offset: start, length: end - start, node, facts: {} });
  }
  return end;
}

function escapeFault(bytes: Uint8Array, at: number): Omit<JsonFault, 'node'> {
  const isUnicode = bytes[at + 1] === 0x75;
  const unit = isUnicode ? hexQuad(bytes, at + 2) : -1;
  if (unit >= 0) {
    const half = unit <= 0xdbff ? 'high' : 'low';
    return { code: 'lone-surrogate', offset: at, length: 6, facts: { half } };
  }
  const length = isUnicode ? Math.min(6, bytes.length - at) : 2;
  return { code: 'bad-escape', offset: at, length, facts: { unicode: isUnicode } };
}
