/** Numbers as a person reads them; a dash where there is none. */

export function percent(fraction: number, digits = 2): string {
  return `${signed(fraction * 100, digits)} %`;
}

/** With a plus sign, so that gains and losses read alike. */
export function signed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '-';
  const text = value.toFixed(digits);
  if (Number(text) === 0) return text.replace('-', '');
  return value > 0 ? `+${text}` : text;
}

export function fixed(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) ? '-' : value.toFixed(digits);
}

/** Four significant digits with a sign, never in exponent form. */
export function significant(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return signed(value, Math.min(20, Math.max(0, 3 - exponent)));
}

/** Milliseconds; finer below ten. */
export function milliseconds(value: number | null): string {
  if (value === null) return '-';
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  return `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)} ms`;
}

/** `1 step`, `2 steps`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}
