/**
 * Text of a double as serde_json prints an f64 (page 1.1). JavaScript and Rust agree
 * on the shortest round-trip digits; only the layout differs.
 */
export function wireFloat(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const text = String(value);
  const magnitude = value < 0 ? -value : value;
  // Between 1e-5 and 1e16 ECMAScript's layout is serde's, but for the missing `.0`.
  if (magnitude >= 1e-5 && magnitude < 1e16) return Number.isInteger(value) ? `${text}.0` : text;
  if (magnitude < 1e-6) return text;
  return magnitude < 1e-5 ? millionthsForm(text, value < 0) : exponentForm(text, value < 0);
}

/** Re-lays `0.00000123` as `1.23e-6`: the first digit always stands at the same place. */
function millionthsForm(text: string, negative: boolean): string {
  const at = negative ? 8 : 7;
  const sign = negative ? '-' : '';
  return text.length === at + 1 ? `${sign}${text[at]}e-6` : `${sign}${text[at]}.${text.slice(at + 1)}e-6`;
}

/** Re-lays `1e+21` or `15000000000000000` as `d.ddde±x`. */
function exponentForm(text: string, negative: boolean): string {
  const unsigned = negative ? text.slice(1) : text;
  const [mantissa = '', exponentText = '0'] = unsigned.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const leadingZeros = /^0*/.exec(whole + fraction)?.[0].length ?? 0;
  const digits = (whole + fraction).slice(leadingZeros).replace(/0+$/, '');
  const exponent = whole.length + Number(exponentText) - leadingZeros - 1;
  const head = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${negative ? '-' : ''}${head}e${exponent}`;
}
