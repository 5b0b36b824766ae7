/** A weight as a share of NAV in few cells: `.33`, `-.05`, `1.20`; a dash for none. */
export function weight(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const text = value.toFixed(2);
  if (Number(text) === 0) return value === 0 ? '.00' : value > 0 ? '.00+' : '-.00';
  return text.replace(/^(-?)0\./, '$1.');
}

/** A price or a count of shares in at most `cells` cells, with as many digits as they hold. */
export function amount(value: number, cells = 8): string {
  if (!Number.isFinite(value)) return '-';
  if (value === 0) return '0';
  const size = Math.floor(Math.log10(Math.abs(value)));
  const sign = value < 0 ? 1 : 0;
  if (size >= -3) {
    // Digits before the point, the point itself, and what is left behind it; six figures say enough.
    const whole = Math.max(1, size + 1) + sign;
    const behind = Math.min(cells - whole - 1, Math.max(0, 5 - size));
    if (whole <= cells) return value.toFixed(Math.max(0, behind));
  }
  const exponent = String(size).length + 1;
  return value.toExponential(Math.max(0, Math.min(4, cells - sign - exponent - 2)));
}

/** Seconds of waiting with one digit. */
export function seconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;
}
