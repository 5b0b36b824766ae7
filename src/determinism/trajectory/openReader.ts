import { NULL } from '../../protocol/json/kinds.ts';
import { pointerOf } from '../../protocol/json/pointer.ts';
import type { JsonTape } from '../../protocol/json/tape.ts';
import { keyIndex, type ObjectShape } from '../../protocol/shape/fields.ts';
import { ShapeReader } from '../../protocol/shape/shapeReader.ts';

const LARGEST_U32 = 0xffff_ffff;
/** Pointers of unknown keys that a notice shows. */
const SHOWN_KEYS = 3;

/**
 * Reads the objects of a trajectory off a tape. Unlike those of the wire they are open:
 * what the format does not have is passed over, and counted. Everything else that is
 * not as it should be is noted in `shape.findings`.
 */
export class OpenReader {
  readonly shape: ShapeReader;
  readonly tape: JsonTape;
  /** Keys that were passed over: how many, and the pointers of the first. */
  unknownKeys = 0;
  readonly unknownPlaces: string[] = [];

  constructor(tape: JsonTape) {
    this.tape = tape;
    this.shape = new ShapeReader(tape);
  }

  /** Calls `take` with each known member's position in `shape` and its value's node. */
  members(node: number, shape: ObjectShape, take: (index: number, value: number) => void): void {
    const { tape } = this;
    if (!this.shape.isObject(node, shape.name)) return;
    let seen = 0;
    const limit = tape.next(node);
    for (let key = node + 1; key + 1 < limit; key = tape.next(key + 1)) {
      const index = keyIndex(tape, key, shape);
      if (index < 0) this.#passOver(key);
      else if ((seen & (1 << index)) !== 0) this.shape.key(key, shape, seen);
      else take(index, key + 1);
      if (index >= 0) seen |= 1 << index;
    }
    this.shape.endObject(node, shape, seen);
  }

  elements<Value>(node: number, read: (element: number) => Value): Value[] {
    const { tape } = this;
    const values: Value[] = [];
    if (!this.shape.isArray(node)) return values;
    const limit = tape.next(node);
    for (let element = node + 1; element < limit; element = tape.next(element)) values.push(read(element));
    return values;
  }

  isNull(node: number): boolean {
    return this.tape.kind(node) === NULL;
  }

  string(node: number): string {
    return this.shape.string(node) ?? '';
  }

  u64(node: number): bigint {
    return this.shape.u64(node) ?? 0n;
  }

  /** A count of bars or steps. One that a double cannot hold exactly is far out of range, and stays so. */
  count(node: number): number {
    return Number(this.u64(node));
  }

  u32(node: number): number {
    const value = this.count(node);
    if (value > LARGEST_U32) this.shape.note('not-u64', node, [`an integer from 0 to ${LARGEST_U32}`], {});
    return value;
  }

  #passOver(key: number): void {
    this.unknownKeys += 1;
    if (this.unknownPlaces.length < SHOWN_KEYS) this.unknownPlaces.push(pointerOf(this.tape, key));
  }
}
