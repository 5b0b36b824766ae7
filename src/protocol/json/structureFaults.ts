import {
  APOSTROPHE,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  HASH,
  isDigit,
  isSpace,
  isWord,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
} from './characters.ts';
import type { JsonFault } from './fault.ts';
import { DIGITS, NUMBER, OBJECT } from './kinds.ts';
import type { JsonTape } from './tape.ts';

/** At `at` a key should stand, and none does. */
export function faultAtKey(tape: JsonTape, at: number, container: number): JsonFault {
  const byte = tape.bytes[at] ?? -1;
  if (byte === -1) return incomplete(tape);
  const comma = commaBefore(tape.bytes, at);
  if (byte === CLOSE_BRACE && comma >= 0) return notJson('trailing-comma', comma, 1, container);
  if (byte === APOSTROPHE) return notJson('single-quote', at, quotedLength(tape.bytes, at), container);
  if (isComment(tape.bytes, at)) return notJson('comment', at, restLength(tape.bytes, at), container);
  if (isDigit(byte) && comma >= 0) {
    const decimal = decimalComma(tape, at, comma);
    if (decimal !== null) return decimal;
  }
  if (isWord(byte)) return notJson('unquoted-key', at, wordLength(tape.bytes, at), container);
  return notJson('unexpected', at, 1, container, { wanted: 'a key in double quotes' });
}

/** After a key a colon should stand, and none does. */
export function faultAfterKey(tape: JsonTape, at: number): JsonFault {
  if (at >= tape.bytes.length) return incomplete(tape);
  return notJson('missing-colon', at, 1, tape.count - 1);
}

/** After a value only a comma or the end of its container may stand (`container` -1: nothing). */
export function faultAfterValue(tape: JsonTape, at: number, container: number): JsonFault {
  const byte = tape.bytes[at] ?? -1;
  if (container < 0) return trailing(tape, at, byte);
  if (byte === -1) return incomplete(tape);
  const closer = tape.kind(container) === OBJECT ? '}' : ']';
  if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET)
    return notJson('mismatched', at, 1, container, { closer });
  if (isComment(tape.bytes, at)) return notJson('comment', at, restLength(tape.bytes, at), container);
  if (byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET || isWord(byte)) {
    return notJson('missing-comma', at, 1, container);
  }
  return notJson('unexpected', at, 1, container, { wanted: `a comma or ${closer}` });
}

export function notJson(
  problem: string,
  offset: number,
  length: number,
  node: number,
  facts: JsonFault['facts'] = {},
): JsonFault {
  return { code: 'not-json', offset, length, node, facts: { problem, ...facts } };
}

/** The text ends while containers are open; `missing` is what would close them. */
export function incomplete(tape: JsonTape): JsonFault {
  let missing = '';
  let innermost = -1;
  let onlyOpeners = true;
  for (let node = 0; node < tape.count; node += 1) {
    if (tape.isClosed(node)) {
      onlyOpeners = false;
      continue;
    }
    innermost = node;
    missing = (tape.kind(node) === OBJECT ? '}' : ']') + missing;
  }
  const offset = tape.bytes.length;
  return { code: 'incomplete-json', offset, length: 0, node: innermost, facts: { missing, onlyOpeners } };
}

/** A root scalar with more behind it is no value with a tail, it is prose: `12:30 started`. */
function trailing(tape: JsonTape, at: number, byte: number): JsonFault {
  if (tape.bytes[tape.start(0)] !== OPEN_BRACE && tape.bytes[tape.start(0)] !== OPEN_BRACKET) {
    return notJson('log-text', tape.start(0), restLength(tape.bytes, tape.start(0)), -1);
  }
  const kind =
    byte === OPEN_BRACE || byte === OPEN_BRACKET
      ? 'second-value'
      : byte === COMMA
        ? 'comma'
        : byte === 0
          ? 'nul'
          : 'text';
  return { code: 'trailing-data', offset: at, length: restLength(tape.bytes, at), node: -1, facts: { kind } };
}

/** `0,5` where a key should come: the number before the comma and the digits behind it are one number. */
function decimalComma(tape: JsonTape, at: number, comma: number): JsonFault | null {
  const before = tape.count - 1;
  const kind = tape.kind(before);
  if ((kind !== DIGITS && kind !== NUMBER) || tape.end(before) !== comma || at !== comma + 1) return null;
  const digits = wordLength(tape.bytes, at);
  const fraction = String.fromCharCode(...tape.bytes.subarray(at, at + Math.min(digits, 32)));
  const whole = tape.sourceAt(before);
  return notJson('decimal-comma', comma, 1, before, {
    corrected: `${whole}.${fraction}`.slice(0, 64),
    written: `${whole},${fraction}`.slice(0, 64),
  });
}

/** Offset of the comma right before `at`, white space aside; -1 if there is none. */
export function commaBefore(bytes: Uint8Array, at: number): number {
  let before = at - 1;
  while (before >= 0 && isSpace(bytes[before]!)) before -= 1;
  return before >= 0 && bytes[before] === COMMA ? before : -1;
}

export function isComment(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === HASH || (bytes[at] === SLASH && (bytes[at + 1] === SLASH || bytes[at + 1] === 0x2a));
}

/** Up to the end of the text, white space at the end aside. */
export function restLength(bytes: Uint8Array, at: number): number {
  let end = bytes.length;
  while (end > at + 1 && isSpace(bytes[end - 1]!)) end -= 1;
  return Math.max(1, end - at);
}

export function wordLength(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && isWord(bytes[end]!)) end += 1;
  return Math.max(1, end - at);
}

export function quotedLength(bytes: Uint8Array, at: number): number {
  const close = bytes.indexOf(APOSTROPHE, at + 1);
  return close < 0 ? 1 : close + 1 - at;
}
