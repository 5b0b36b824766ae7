/**
 * The last bytes of a stream without end: a ring that is filled in place, so that the
 * cost of a chunk does not depend on what came before.
 */
export class ByteTail {
  readonly #capacity: number;
  #ring: Buffer | null = null;
  #totalBytes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(chunk: Buffer): void {
    this.#ring ??= Buffer.alloc(this.#capacity);
    const kept = chunk.length > this.#capacity ? chunk.subarray(chunk.length - this.#capacity) : chunk;
    const at = (this.#totalBytes + chunk.length - kept.length) % this.#capacity;
    const first = Math.min(kept.length, this.#capacity - at);
    kept.copy(this.#ring, at, 0, first);
    kept.copy(this.#ring, 0, first);
    this.#totalBytes += chunk.length;
  }

  /** All bytes that ever came. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** The last bytes that came, as many of `count` as are kept. */
  last(count: number): Buffer {
    const length = Math.min(count, this.#capacity, this.#totalBytes);
    const bytes = Buffer.allocUnsafe(length);
    if (this.#ring === null) return bytes;
    const at = (this.#totalBytes - length) % this.#capacity;
    const first = this.#ring.copy(bytes, 0, at, Math.min(at + length, this.#capacity));
    this.#ring.copy(bytes, first, 0, length - first);
    return bytes;
  }

  /** The kept bytes as text; a character cut by the bound is left out. */
  text(): string {
    const bytes = this.last(this.#capacity);
    return bytes.toString('utf8', this.#totalBytes > bytes.length ? cutBytes(bytes) : 0);
  }
}

/** Bytes at the start of a cut that belong to a character before it. */
export function cutBytes(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1;
  return count;
}
