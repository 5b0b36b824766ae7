import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { wireFloat } from '../kernel/floatText.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import type { Dataset } from './dataset.ts';

/**
 * SHA-256, in hex, of the compact wire form
 * `{"dates":[..],"closes":{sym:[..]},"dividends":{sym:[..]}}` (page 4.2). Computed
 * when it is first asked for, then remembered; a large dataset is hashed in pieces
 * and never stands in memory as one text. Sidecars are not part of it: they have
 * digests of their own.
 */
export function datasetSha256(dataset: Dataset): string {
  const known = digests.get(dataset);
  if (known !== undefined) return known;
  const digest = hash(dataset);
  digests.set(dataset, digest);
  return digest;
}

const digests = new WeakMap<Dataset, string>();

function hash(dataset: Dataset): string {
  const out = new HashedText();
  out.add('{"dates":');
  out.list(dataset.dates.length, (bar) => JSON.stringify(dataset.dates[bar]));
  out.add(',"closes":{');
  addSeries(out, dataset.symbols, dataset.closes);
  out.add('},"dividends":{');
  addSeries(out, dataset.symbols, dataset.dividends);
  out.add('}}');
  return out.hex();
}

function addSeries(out: HashedText, symbols: readonly string[], all: readonly (Float64Array | null)[]): void {
  let first = true;
  for (const [index, series] of all.entries()) {
    if (series === null) continue;
    out.add(`${first ? '' : ','}${JSON.stringify(symbols[index])}:`);
    out.list(series.length, (bar) => wireFloat(series[bar]!));
    first = false;
  }
}

/** Text that goes into the hash as it grows. */
class HashedText {
  readonly #hash = sha256.create();
  #pending = '';

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= PIECE_CHARS) this.#flush();
  }

  list(length: number, item: (index: number) => string): void {
    this.add('[');
    for (let index = 0; index < length; index += 1) this.add(index === 0 ? item(index) : `,${item(index)}`);
    this.add(']');
  }

  hex(): string {
    this.#flush();
    return bytesToHex(this.#hash.digest());
  }

  #flush(): void {
    this.#hash.update(encodeUtf8(this.#pending));
    this.#pending = '';
  }
}

const PIECE_CHARS = 65_536;
