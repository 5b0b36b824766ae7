import { brokenString } from './brokenString.ts';
import { brokenValue } from './brokenValue.ts';
import { isDigit, MINUS, QUOTE } from './characters.ts';
import { BROKEN, DIGITS, ESCAPED_STRING, FALSE, NULL, NUMBER, STRING, TRUE } from './kinds.ts';
import { scanLiteral, scanNumber, scanString } from './scan.ts';
import type { JsonTape } from './tape.ts';

/** Appends the scalar at `at`. Returns the offset after it; -1 if nothing sensible can follow. */
export function pushScalar(tape: JsonTape, at: number, byte: number): number {
  const bytes = tape.bytes;
  if (byte === QUOTE) {
    const after = pushString(tape, at, STRING, ESCAPED_STRING, BROKEN);
    return tape.faults.at(-1)?.code === 'unterminated-string' ? -1 : after;
  }
  let scanned = 0;
  let kind = NUMBER;
  if (isDigit(byte) || byte === MINUS) {
    scanned = scanNumber(bytes, at);
    kind = scanned > 0 ? DIGITS : NUMBER;
  } else if (byte === 0x74) {
    scanned = scanLiteral(bytes, at, 'true');
    kind = TRUE;
  } else if (byte === 0x66) {
    scanned = scanLiteral(bytes, at, 'false');
    kind = FALSE;
  } else if (byte === 0x6e) {
    scanned = scanLiteral(bytes, at, 'null');
    kind = NULL;
  }
  if (scanned === 0) return brokenValue(tape, at);
  const after = scanned < 0 ? -scanned : scanned;
  tape.push(kind, at, after);
  return after;
}

/** Appends the string or key that opens at `at`. Returns the offset after it. */
export function pushString(
  tape: JsonTape,
  at: number,
  plain: number,
  escaped: number,
  broken: number,
): number {
  const scanned = scanString(tape.bytes, at);
  if (scanned > 0) {
    tape.push(plain, at, scanned);
    return scanned;
  }
  if (scanned < 0) {
    tape.push(escaped, at, -scanned);
    return -scanned;
  }
  return brokenString(tape, at, broken);
}
