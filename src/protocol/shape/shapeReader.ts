import { type Diagnostic, diagnostic, type Fact } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { U64_MAX } from '../../kernel/u64.ts';
import { nearestName } from '../diagnostics/nearest.ts';
import { sourceText } from '../diagnostics/sourceText.ts';
import { whereKeyBelongs } from '../diagnostics/whereKeyBelongs.ts';
import {
  ARRAY,
  BROKEN,
  BROKEN_KEY,
  DIGITS,
  ESCAPED_STRING,
  kindName,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
} from '../json/kinds.ts';
import { pointerOf } from '../json/pointer.ts';
import type { JsonTape } from '../json/tape.ts';
import { keyIndex, type ObjectShape } from './fields.ts';

/** More digits than any unsigned 64-bit integer has. */
const U64_DIGITS = 20;

/**
 * Reads typed values off a tape as serde reads them into the reference's structs, and
 * notes every difference. A method that returns null has noted why; where the JSON
 * itself is broken the tape's own fault says so, and nothing is noted twice.
 */
export class ShapeReader {
  readonly tape: JsonTape;
  readonly findings: Diagnostic[] = [];

  constructor(tape: JsonTape) {
    this.tape = tape;
  }

  /** True if the node is an object. */
  isObject(node: number, name: string): boolean {
    if (this.tape.kind(node) === OBJECT) return true;
    this.#wrongType(node, 'object', { shape: name });
    return false;
  }

  isArray(node: number): boolean {
    if (this.tape.kind(node) === ARRAY) return true;
    this.#wrongType(node, 'array');
    return false;
  }

  /** Position of the key in `shape`, `seen` being the bits of the keys before it; -1 if it is refused. */
  key(node: number, shape: ObjectShape, seen: number): number {
    const index = keyIndex(this.tape, node, shape);
    if (index >= 0 && (seen & (1 << index)) === 0) return index;
    if (index >= 0) {
      this.note('duplicate-field', node, [], { key: shape.keys[index]!, shape: shape.name });
    } else if (this.tape.kind(node) !== BROKEN_KEY) {
      const key = this.tape.stringAt(node);
      this.note('unknown-field', node, shape.keys, {
        key: key.slice(0, limits.excerptChars),
        shape: shape.name,
        nearest: nearestName(key, shape.keys) ?? '',
        belongs: whereKeyBelongs(key, shape) ?? '',
      });
    }
    return -1;
  }

  /** To be called after the members of an object: notes the required keys that did not come. */
  endObject(node: number, shape: ObjectShape, seen: number): void {
    const missing = shape.required & ~seen;
    if (missing === 0 || this.#isFull() || !this.tape.isClosed(node)) return;
    const pointer = pointerOf(this.tape, node);
    shape.keys.forEach((key, index) => {
      if ((missing & (1 << index)) === 0 || this.#isFull()) return;
      const place = { pointer: `${pointer}/${key}`, offset: this.tape.end(node) - 1, length: 1 };
      const facts = { key, shape: shape.name };
      this.findings.push(diagnostic('missing-field', 'error', place, { accepted: [key], facts }));
    });
  }

  string(node: number): string | null {
    const kind = this.tape.kind(node);
    if (kind === STRING || kind === ESCAPED_STRING) return this.tape.stringAt(node);
    this.#wrongType(node, 'string');
    return null;
  }

  /** A finite double. */
  float(node: number): number | null {
    const kind = this.tape.kind(node);
    if (kind !== DIGITS && kind !== NUMBER) {
      this.#wrongType(node, 'number');
      return null;
    }
    const value = this.tape.numberAt(node);
    if (Number.isFinite(value)) return value;
    this.note('number-out-of-range', node, ['a number that a double can hold'], { negative: value < 0 });
    return null;
  }

  /** An unsigned 64-bit integer, exactly. */
  u64(node: number): bigint | null {
    const kind = this.tape.kind(node);
    if (kind !== DIGITS && kind !== NUMBER) {
      this.#wrongType(node, 'unsigned 64-bit integer');
      return null;
    }
    const length = this.tape.end(node) - this.tape.start(node);
    if (kind === DIGITS && length <= U64_DIGITS) {
      const value = BigInt(this.tape.sourceAt(node));
      if (value <= U64_MAX) return value;
    }
    const value = this.tape.numberAt(node);
    this.note('not-u64', node, ['an integer from 0 to 18446744073709551615, digits alone'], {
      negative: value < 0,
      whole: Number.isInteger(value),
      tooLarge: value >= 2 ** 64,
    });
    return null;
  }

  /** Notes a finding at a node, unless the answer has more findings than anybody reads. */
  note(code: string, node: number, accepted: readonly string[], facts: Readonly<Record<string, Fact>>): void {
    if (this.#isFull()) return;
    const tape = this.tape;
    const offset = tape.start(node);
    const length = tape.end(node) - offset;
    const place = { pointer: pointerOf(tape, node), offset, length };
    const found = sourceText(tape.bytes, offset, length);
    this.findings.push(diagnostic(code, 'error', place, { found, accepted, facts }));
  }

  #wrongType(node: number, wanted: string, facts: Readonly<Record<string, Fact>> = {}): void {
    const kind = this.tape.kind(node);
    if (kind === BROKEN) return;
    const isText = kind === STRING || kind === ESCAPED_STRING;
    const numeric = isText && /^"\s*-?[0-9.]/.test(this.tape.sourceAt(node).slice(0, 40));
    this.note(kind === NULL ? 'null-refused' : 'wrong-type', node, [wanted], {
      ...facts,
      foundType: kindName(kind),
      wanted,
      numeric,
    });
  }

  #isFull(): boolean {
    return this.findings.length >= limits.findingsPerAnswer;
  }
}
