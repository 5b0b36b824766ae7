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
  const fits = (text: string): boolean => text.length <= cells;
  if (size >= -3) {
    // Six figures say enough; rounding may add one in front.
    for (let behind = Math.max(0, 5 - size); behind >= 0; behind -= 1) {
      const text = value.toFixed(behind);
      if (fits(text)) return text;
    }
  }
  const exponential = (digits: number): string => value.toExponential(digits).replace('e+', 'e');
  let digits = 4;
  while (digits > 0 && !fits(exponential(digits))) digits -= 1;
  return exponential(digits);
}

/** Seconds of waiting with one digit. */
export function seconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;
}
