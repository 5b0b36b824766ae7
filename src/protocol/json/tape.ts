import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { JsonFault } from './fault.ts';
import { ESCAPED_KEY, ESCAPED_STRING, type Kind } from './kinds.ts';
import { parseInto } from './parse.ts';

const WIDTH = 4;
const START_NODES = 256;
/** A tape that grew past this for one long line gives the memory back at the next. */
const KEPT_NODES = 65_536;

/**
 * One JSON text as a flat list of nodes in document order, each with the bytes that it
 * stands on. A container is followed by its members; `next` skips them. Keys are nodes
 * of their own, right before their value.
 *
 * A tape may be filled again and again; what it says holds until the next `read`.
 */
export class JsonTape {
  bytes: Uint8Array = new Uint8Array(0);
  /** The whole text if it is ASCII, so that byte offsets are string offsets; else null. */
  text: string | null = null;
  count = 0;
  /** Why this is not JSON, in document order; empty for JSON. */
  faults: readonly JsonFault[] = [];
  #faults: JsonFault[] | null = null;
  #nodes = new Int32Array(START_NODES * WIDTH);

  /**
   * Reads `bytes` once. True if they are one JSON value as serde_json accepts it, but
   * for numbers beyond a double, which `numberAt` shows as an infinity.
   */
  read(bytes: Uint8Array): boolean {
    this.bytes = bytes;
    this.count = 0;
    this.#faults = null;
    this.faults = [];
    if (this.#nodes.length > KEPT_NODES * WIDTH) this.#nodes = new Int32Array(START_NODES * WIDTH);
    const text = decodeUtf8(bytes);
    this.text = text !== null && text.length === bytes.length ? text : null;
    parseInto(this, text !== null);
    return this.#faults === null;
  }

  /** Appends a node and returns its index. A scalar and a key are complete at once. */
  push(kind: Kind, start: number, end: number): number {
    const index = this.count;
    const at = index * WIDTH;
    if (at === this.#nodes.length) this.#grow();
    const nodes = this.#nodes;
    nodes[at] = kind;
    nodes[at + 1] = start;
    nodes[at + 2] = end;
    nodes[at + 3] = index + 1;
    this.count = index + 1;
    return index;
  }

  /** Appends an open container; until `close` it reaches to the end of the tape. */
  open(kind: Kind, start: number): number {
    const index = this.push(kind, start, 0);
    this.#nodes[index * WIDTH + 3] = 0;
    return index;
  }

  close(node: number, end: number): void {
    this.#nodes[node * WIDTH + 2] = end;
    this.#nodes[node * WIDTH + 3] = this.count;
  }

  addFault(fault: JsonFault): void {
    if (this.#faults === null) {
      this.#faults = [];
      this.faults = this.#faults;
    }
    this.#faults.push(fault);
  }

  kind(node: number): Kind {
    return this.#nodes[node * WIDTH]!;
  }

  start(node: number): number {
    return this.#nodes[node * WIDTH + 1]!;
  }

  /** Offset after the node; of a container that was never closed, the end of the text. */
  end(node: number): number {
    return this.isClosed(node) ? this.#nodes[node * WIDTH + 2]! : this.bytes.length;
  }

  /** Index after the node and everything in it. */
  next(node: number): number {
    return this.isClosed(node) ? this.#nodes[node * WIDTH + 3]! : this.count;
  }

  isClosed(node: number): boolean {
    return this.#nodes[node * WIDTH + 3] !== 0;
  }

  /** Text of a string or key, unescaped. */
  stringAt(node: number): string {
    const kind = this.kind(node);
    if (kind === ESCAPED_STRING || kind === ESCAPED_KEY) return JSON.parse(this.sourceAt(node)) as string;
    return this.#slice(this.start(node) + 1, this.end(node) - 1);
  }

  /** The nearest double, ties to even; an infinity if the literal is out of range. */
  numberAt(node: number): number {
    return Number(this.sourceAt(node));
  }

  /** The literal as it was written. */
  sourceAt(node: number): string {
    return this.#slice(this.start(node), this.end(node));
  }

  #slice(start: number, end: number): string {
    if (this.text !== null) return this.text.substring(start, end);
    return decodeUtf8(this.bytes.subarray(start, end)) ?? '';
  }

  #grow(): void {
    const larger = new Int32Array(this.#nodes.length * 2);
    larger.set(this.#nodes);
    this.#nodes = larger;
  }
}
