import { ARRAY, DIGITS, ESCAPED_STRING, FALSE, NUMBER, OBJECT, STRING, TRUE } from './kinds.ts';
import type { JsonTape } from './tape.ts';

/** A JSON value that keeps every digit of an unsigned integer and every key, whatever its name. */
export type LosslessValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | readonly LosslessValue[]
  | ReadonlyMap<string, LosslessValue>;

/** Called for a key that stands twice in one object, with the JSON pointer of the object. */
export type OnRepeatedKey = (pointer: string, key: string) => void;

/** The value of a tape that was read without faults. Integers without sign are bigint. */
export function losslessValue(
  tape: JsonTape,
  node: number,
  onRepeated: OnRepeatedKey,
  pointer = '',
): LosslessValue {
  switch (tape.kind(node)) {
    case OBJECT:
      return objectValue(tape, node, onRepeated, pointer);
    case ARRAY:
      return arrayValue(tape, node, onRepeated, pointer);
    case STRING:
    case ESCAPED_STRING:
      return tape.stringAt(node);
    case DIGITS:
      return BigInt(tape.sourceAt(node));
    case NUMBER:
      return tape.numberAt(node);
    case TRUE:
      return true;
    case FALSE:
      return false;
    default:
      return null;
  }
}

function objectValue(
  tape: JsonTape,
  object: number,
  onRepeated: OnRepeatedKey,
  pointer: string,
): LosslessValue {
  const members = new Map<string, LosslessValue>();
  const limit = tape.next(object);
  for (let key = object + 1; key < limit; key = tape.next(key + 1)) {
    const name = tape.stringAt(key);
    if (members.has(name)) onRepeated(pointer, name);
    members.set(name, losslessValue(tape, key + 1, onRepeated, `${pointer}/${escapeToken(name)}`));
  }
  return members;
}

function arrayValue(
  tape: JsonTape,
  array: number,
  onRepeated: OnRepeatedKey,
  pointer: string,
): LosslessValue {
  const values: LosslessValue[] = [];
  const limit = tape.next(array);
  for (let node = array + 1; node < limit; node = tape.next(node)) {
    values.push(losslessValue(tape, node, onRepeated, `${pointer}/${values.length}`));
  }
  return values;
}

/** A reference token of a JSON pointer (RFC 6901). */
function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
