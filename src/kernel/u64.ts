export const U64_MAX = 0xffff_ffff_ffff_ffffn;

const DECIMAL = /^[0-9]{1,20}$/;

/** Reads an unsigned 64-bit integer in decimal digits, exactly; null if it is none. */
export function parseU64(text: string): bigint | null {
  if (!DECIMAL.test(text)) return null;
  const value = BigInt(text);
  return value <= U64_MAX ? value : null;
}

/** Addition that stops at 2^64-1 instead of wrapping. */
export function saturatingAddU64(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum > U64_MAX ? U64_MAX : sum;
}
