/**
 * 53 bits that stand for a text where it would take too much room itself: two texts that
 * differ have the same ones by chance once in 10^15. Not against malice.
 */
export function textHash(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 15;
  }
  low ^= low >>> 16;
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0);
}
