import { readSync } from 'node:fs';
import { limits } from '../../kernel/limits.ts';

/** Where a JSON object lies in an open file, in bytes. */
export interface Extent {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

const CHUNK_BYTES = 262_144;
const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The bytes of a large JSON object without the members named in `skipped`: a report of
 * 24,000 steps is 20 MB, and all but a few kB of it are two members. Null if it is no
 * whole object, or if what is kept passes `limits.documentBytes`. What it keeps is not
 * checked further.
 */
export function withoutMembers(extent: Extent, skipped: ReadonlySet<string>): Uint8Array | null {
  const kept: Buffer[] = [Buffer.from('{')];
  let keptBytes = 1;
  const scan = new MemberScan((name, piece) => {
    if (skipped.has(name)) return;
    keptBytes += piece.length;
    if (keptBytes <= limits.documentBytes) kept.push(Buffer.from(piece));
  }, skipped);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let done = 0; done < extent.length; ) {
    const room = Math.min(CHUNK_BYTES, extent.length - done);
    const count = readSync(extent.file, chunk, 0, room, extent.offset + done);
    if (count === 0) return null;
    if (!scan.take(chunk.subarray(0, count))) return null;
    done += count;
  }
  return scan.isWhole && keptBytes <= limits.documentBytes ? Buffer.concat(kept) : null;
}

/** Cuts one object into its members, whatever pieces it comes in. */
class MemberScan {
  readonly #emit: (name: string, piece: Buffer) => void;
  readonly #skipped: ReadonlySet<string>;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** Bytes of the key that is being read; null while a value is. */
  #key: number[] | null = null;
  #name = '';
  #emitted = 0;
  isWhole = false;

  constructor(emit: (name: string, piece: Buffer) => void, skipped: ReadonlySet<string>) {
    this.#emit = emit;
    this.#skipped = skipped;
  }

  /** False for what cannot be an object. */
  take(bytes: Buffer): boolean {
    // Where the value that is being read begins in this piece; -1 outside of a value.
    let from = this.#key === null && this.#depth > 0 ? 0 : -1;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (this.#inString) {
        if (this.#key !== null) this.#key.push(byte);
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      if (this.isWhole) return false;
      if (byte === QUOTE) {
        this.#inString = true;
        if (this.#key !== null) this.#key.push(byte);
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (this.#depth === 0) {
          if (byte !== OPEN_BRACE) return false;
          this.#key = [];
        }
        this.#depth += 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (this.#depth < 0) return false;
        if (this.#depth === 0) {
          if (from !== -1) this.#emit(this.#name, bytes.subarray(from, at));
          from = -1;
          this.#emit('', Buffer.from('}'));
          this.isWhole = true;
        }
      } else if (this.#depth === 1 && byte === COLON && this.#key !== null) {
        if (!this.#beginValue(this.#key)) return false;
        this.#key = null;
        from = at + 1;
      } else if (this.#depth === 1 && byte === COMMA && this.#key === null) {
        this.#emit(this.#name, bytes.subarray(from, at));
        from = -1;
        this.#key = [];
      }
    }
    if (from !== -1) this.#emit(this.#name, bytes.subarray(from));
    return true;
  }

  #beginValue(key: readonly number[]): boolean {
    const text = Buffer.from(key).toString('utf8');
    try {
      this.#name = String(JSON.parse(text));
    } catch {
      return false;
    }
    if (this.#skipped.has(this.#name)) return true;
    this.#emit(this.#name, Buffer.from(`${this.#emitted === 0 ? '' : ','}${text}:`));
    this.#emitted += 1;
    return true;
  }
}
