import { limits } from '../../kernel/limits.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './characters.ts';
import { brokenEncoding } from './encoding.ts';
import { ARRAY, BROKEN, BROKEN_KEY, ESCAPED_KEY, KEY, OBJECT } from './kinds.ts';
import { pushScalar, pushString } from './scalars.ts';
import { faultAfterKey, faultAfterValue, faultAtKey } from './structureFaults.ts';
import type { JsonTape } from './tape.ts';

/** What may come next. */
const VALUE = 0;
const VALUE_OR_END = 1;
const MEMBER = 2;
const MEMBER_OR_END = 3;
const AFTER_VALUE = 4;

/** Open containers, innermost last. Safe to share: parsing never yields. */
const open = new Int32Array(limits.jsonDepth);

/**
 * Fills the tape from its bytes in one pass, without recursion. A badly spelt scalar is
 * noted and passed over, so that later faults show too; a fault of structure ends it.
 */
export function parseInto(tape: JsonTape, isUtf8: boolean): void {
  const bytes = tape.bytes;
  const encodingFault = brokenEncoding(bytes, isUtf8);
  if (encodingFault !== null) {
    tape.addFault(encodingFault);
    return;
  }
  const end = bytes.length;
  let at = 0;
  let depth = 0;
  let inObject = false;
  let expected = VALUE;
  for (;;) {
    while (at < end && isSpace(bytes[at]!)) at += 1;
    const byte = at < end ? bytes[at]! : -1;
    if (expected === AFTER_VALUE) {
      if (depth === 0) {
        if (byte !== -1) tape.addFault(faultAfterValue(tape, at, -1));
        return;
      }
      if (byte === COMMA) {
        expected = inObject ? MEMBER : VALUE;
        at += 1;
        continue;
      }
      if (byte !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        tape.addFault(faultAfterValue(tape, at, open[depth - 1]!));
        return;
      }
    } else if (expected === MEMBER || expected === MEMBER_OR_END) {
      if (byte === QUOTE) {
        at = pushString(tape, at, KEY, ESCAPED_KEY, BROKEN_KEY);
        while (at < end && isSpace(bytes[at]!)) at += 1;
        if (at >= end || bytes[at] !== COLON) {
          // An unterminated key has said already why the line ends here.
          if (at < end || tape.faults.at(-1)?.code !== 'unterminated-string') {
            tape.addFault(faultAfterKey(tape, at));
          }
          return;
        }
        at += 1;
        expected = VALUE;
        continue;
      }
      if (byte !== CLOSE_BRACE || expected === MEMBER) {
        tape.addFault(faultAtKey(tape, at, open[depth - 1]!));
        return;
      }
    } else if (byte !== CLOSE_BRACKET || expected !== VALUE_OR_END) {
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (depth === limits.jsonDepth) {
          const node = tape.push(BROKEN, at, at + 1);
          tape.addFault({
            code: 'too-deep',
            offset: at,
            length: 1,
            node,
            facts: { limit: limits.jsonDepth },
          });
          return;
        }
        inObject = byte === OPEN_BRACE;
        open[depth] = tape.open(inObject ? OBJECT : ARRAY, at);
        depth += 1;
        at += 1;
        expected = inObject ? MEMBER_OR_END : VALUE_OR_END;
        continue;
      }
      const after = pushScalar(tape, at, byte);
      if (after < 0) return;
      at = after;
      expected = AFTER_VALUE;
      continue;
    }
    // A closing brace or bracket that fits.
    at += 1;
    depth -= 1;
    tape.close(open[depth]!, at);
    inObject = depth > 0 && tape.kind(open[depth - 1]!) === OBJECT;
    expected = AFTER_VALUE;
  }
}
