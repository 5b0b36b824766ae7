import { ARRAY, ESCAPED_KEY, KEY, OBJECT } from './kinds.ts';
import type { JsonTape } from './tape.ts';

/** Characters of one pointer that a message carries; a key may be as long as the line. */
const KEY_CHARS = 256;

/** JSON pointer (RFC 6901) of a node; of a key, the pointer of its member. */
export function pointerOf(tape: JsonTape, target: number): string {
  let pointer = '';
  let node = 0;
  while (node !== target && target > node) {
    const kind = tape.kind(node);
    if (kind !== OBJECT && kind !== ARRAY) return pointer;
    let child = node + 1;
    let position = 0;
    const limit = tape.next(node);
    while (child < limit) {
      const value = kind === OBJECT ? child + 1 : child;
      const after = value < limit ? tape.next(value) : limit;
      if (target < after || after === limit) break;
      child = after;
      position += 1;
    }
    if (child >= limit) return pointer;
    pointer += `/${kind === OBJECT ? escapeToken(keyText(tape, child)) : position}`;
    if (target === child) return pointer;
    node = kind === OBJECT ? child + 1 : child;
    if (node >= tape.count) return pointer;
  }
  return pointer;
}

/** Node at the end of a path of keys and positions (the first member of a name counts); -1 if there is none. */
export function nodeAt(tape: JsonTape, path: readonly (string | number)[]): number {
  let node = 0;
  for (const step of path) {
    node = typeof step === 'string' ? memberNamed(tape, node, step) : elementAt(tape, node, step);
    if (node < 0) return -1;
  }
  return node;
}

function memberNamed(tape: JsonTape, object: number, name: string): number {
  if (tape.kind(object) !== OBJECT) return -1;
  const limit = tape.next(object);
  for (let key = object + 1; key + 1 < limit; key = tape.next(key + 1)) {
    const kind = tape.kind(key);
    if ((kind === KEY || kind === ESCAPED_KEY) && tape.stringAt(key) === name) return key + 1;
  }
  return -1;
}

function elementAt(tape: JsonTape, array: number, position: number): number {
  if (tape.kind(array) !== ARRAY) return -1;
  const limit = tape.next(array);
  let node = array + 1;
  for (let index = 0; index < position && node < limit; index += 1) node = tape.next(node);
  return node < limit ? node : -1;
}

function keyText(tape: JsonTape, key: number): string {
  const kind = tape.kind(key);
  const text = kind === KEY || kind === ESCAPED_KEY ? tape.stringAt(key) : tape.sourceAt(key).slice(1, -1);
  return text.length > KEY_CHARS ? `${text.slice(0, KEY_CHARS)}…` : text;
}

function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
