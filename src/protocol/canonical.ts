import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { compareUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import { faultFindings } from './diagnostics/faultFindings.ts';
import { ARRAY, DIGITS, ESCAPED_STRING, NUMBER, OBJECT, STRING } from './json/kinds.ts';
import { pointerOf } from './json/pointer.ts';
import { JsonTape } from './json/tape.ts';
import { wireString } from './write/wireString.ts';

const CANONICAL_VERSION = 'sharpebench/canonical-json/v1';

/**
 * Canonical text of a JSON text (page 1.6). Throws a `UsageError` for what is not JSON,
 * for a number beyond a double, and for a repeated key: it would have two meanings.
 */
export function canonicalText(bytes: Uint8Array): string {
  const tape = new JsonTape();
  if (!tape.read(bytes)) throw new UsageError(...faultFindings(tape));
  return valueText(tape, 0);
}

/** What is hashed: the version, one zero byte, the body's length as big-endian u64, the body. */
export function canonicalPreimage(canonical: string): Uint8Array {
  const version = encodeUtf8(CANONICAL_VERSION);
  const body = encodeUtf8(canonical);
  const preimage = new Uint8Array(version.length + 9 + body.length);
  preimage.set(version);
  new DataView(preimage.buffer).setBigUint64(version.length + 1, BigInt(body.length));
  preimage.set(body, version.length + 9);
  return preimage;
}

/** SHA-256, in hexadecimal, of the preimage of a JSON text's canonical form. */
export function canonicalDigest(bytes: Uint8Array): string {
  return bytesToHex(sha256(canonicalPreimage(canonicalText(bytes))));
}

/** Recursion is bounded by the depth that the tape accepts. */
function valueText(tape: JsonTape, node: number): string {
  switch (tape.kind(node)) {
    case OBJECT:
      return objectText(tape, node);
    case ARRAY:
      return arrayText(tape, node);
    case STRING:
    case ESCAPED_STRING:
      return wireString(tape.stringAt(node));
    case DIGITS:
    case NUMBER:
      return numberText(tape, node);
    default:
      return tape.sourceAt(node);
  }
}

function objectText(tape: JsonTape, object: number): string {
  const members = new Map<string, number>();
  const limit = tape.next(object);
  for (let key = object + 1; key < limit; key = tape.next(key + 1)) {
    const name = tape.stringAt(key);
    if (members.has(name)) throw refusal('duplicate-field', tape, key, name);
    members.set(name, key + 1);
  }
  const sorted = [...members].sort((a, b) => compareUtf8(a[0], b[0]));
  return `{${sorted.map(([name, value]) => `${wireString(name)}:${valueText(tape, value)}`).join(',')}}`;
}

function arrayText(tape: JsonTape, array: number): string {
  const texts: string[] = [];
  const limit = tape.next(array);
  for (let node = array + 1; node < limit; node = tape.next(node)) texts.push(valueText(tape, node));
  return `[${texts.join(',')}]`;
}

/** Integers that an i64 or u64 holds keep every digit; all else is the nearest double in ECMAScript's form. */
function numberText(tape: JsonTape, node: number): string {
  const source = tape.sourceAt(node);
  if (source.length <= 20 && /^-?[0-9]+$/.test(source)) {
    const exact = BigInt(source);
    if (exact === BigInt.asUintN(64, exact) || exact === BigInt.asIntN(64, exact)) return String(exact);
  }
  const value = tape.numberAt(node);
  if (!Number.isFinite(value)) throw refusal('number-out-of-range', tape, node, source.slice(0, 40));
  return String(value === 0 ? 0 : value);
}

function refusal(code: string, tape: JsonTape, node: number, found: string): UsageError {
  const offset = tape.start(node);
  const place = { pointer: pointerOf(tape, node), offset, length: tape.end(node) - offset };
  return new UsageError(
    diagnostic(code, 'error', place, {
      found,
      facts: { key: found, shape: 'an object', negative: found[0] === '-' },
    }),
  );
}
