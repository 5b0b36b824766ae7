import { sha256 } from '@noble/hashes/sha2.js';
import { encodeUtf8 } from '../kernel/utf8.ts';

/** The cell that a draw is for. */
export interface DrawCell {
  readonly windowStart: number;
  readonly windowEnd: number;
  /** u64. */
  readonly seed: bigint;
}

/** What every draw of one plan in one cell shares. */
export interface DrawContext {
  readonly planDigest: string;
  readonly planSeed: bigint;
  readonly cell: DrawCell;
}

const DOMAIN = 'sharpebench.fault-draw.v1';

/** An integer in 0..bound-1, fixed by label, key, plan and cell (page 5.2). */
export function draw(context: DrawContext, label: string, key: string, bound: number): number {
  const { planDigest, planSeed, cell } = context;
  const hash = sha256.create();
  for (const text of [DOMAIN, label, key, planDigest]) {
    const bytes = encodeUtf8(text);
    hash.update(u64(BigInt(bytes.length))).update(bytes);
  }
  for (const value of [planSeed, BigInt(cell.windowStart), BigInt(cell.windowEnd), cell.seed]) {
    hash.update(u64(value));
  }
  const first = new DataView(hash.digest().buffer).getBigUint64(0);
  return Number((first * BigInt(bound)) >> 64n);
}

/** Eight bytes, little end first. */
function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
