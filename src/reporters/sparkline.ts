const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * Values as one line of at most `width` block characters, scaled from their minimum
 * to their maximum. Longer series are reduced to the last value of each bucket, so
 * that the right end is the true end. Not finite values leave a gap.
 */
export function sparkline(values: ArrayLike<number>, width: number): string {
  const columns = Math.min(width, values.length);
  const picked = Array.from(
    { length: columns },
    (_, column) => values[Math.ceil(((column + 1) * values.length) / columns) - 1]!,
  );
  const finite = picked.filter((each) => Number.isFinite(each));
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  return picked.map((each) => block(each, low, high)).join('');
}

function block(value: number, low: number, high: number): string {
  if (!Number.isFinite(value)) return ' ';
  if (high === low) return BLOCKS[3];
  return BLOCKS[Math.min(7, Math.floor(((value - low) / (high - low)) * 8))]!;
}
