import { encodeUtf8 } from '../../kernel/utf8.ts';
import { BROKEN_KEY, KEY } from '../json/kinds.ts';
import type { JsonTape } from '../json/tape.ts';

/** A closed JSON object: these keys, each at most once, and no other. */
export interface ObjectShape {
  /** How a message calls it: "a decision", "an order". */
  readonly name: string;
  /** In the order of the contract; the position of a key is its bit in `required`. */
  readonly keys: readonly string[];
  readonly keyBytes: readonly Uint8Array[];
  /** Bits of the keys that must be there. */
  readonly required: number;
}

/** `keys` maps each key to whether it is required. At most 30 keys. */
export function objectShape(name: string, keys: Readonly<Record<string, boolean>>): ObjectShape {
  const names = Object.keys(keys);
  return {
    name,
    keys: names,
    keyBytes: names.map(encodeUtf8),
    required: names.reduce((bits, key, index) => (keys[key] === true ? bits | (1 << index) : bits), 0),
  };
}

/** Position of the key in the shape; -1 if it has no such key. An escaped spelling is the same key. */
export function keyIndex(tape: JsonTape, node: number, shape: ObjectShape): number {
  const kind = tape.kind(node);
  if (kind === BROKEN_KEY) return -1;
  if (kind !== KEY) return shape.keys.indexOf(tape.stringAt(node));
  const start = tape.start(node) + 1;
  const length = tape.end(node) - 1 - start;
  for (let index = 0; index < shape.keyBytes.length; index += 1) {
    const key = shape.keyBytes[index]!;
    if (key.length === length && sameBytes(tape.bytes, start, key)) return index;
  }
  return -1;
}

function sameBytes(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[start + index] !== wanted[index]) return false;
  }
  return true;
}
