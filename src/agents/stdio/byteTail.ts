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

  /** The kept bytes as text; a character cut by the bound is left out. */
  text(): string {
    if (this.#ring === null) return '';
    if (this.#totalBytes <= this.#capacity) return this.#ring.toString('utf8', 0, this.#totalBytes);
    const at = this.#totalBytes % this.#capacity;
    const bytes = Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)]);
    let start = 0;
    while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return bytes.toString('utf8', start);
  }
}
