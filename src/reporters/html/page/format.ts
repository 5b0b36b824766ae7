/** Numbers as the rest of the page writes them; a dash where there is none. */
export function fixed(value: number | null, digits: number): string {
  return value === null ? '-' : value.toFixed(digits);
}

/** A fraction as percent with a sign. */
export function signed(value: number | null, digits: number): string {
  if (value === null) return '-';
  const text = (value * 100).toFixed(digits);
  if (Number(text) === 0) return `${text.replace('-', '')} %`;
  return `${value > 0 ? '+' : ''}${text} %`;
}

export function percent(value: number, digits: number): string {
  const text = (value * 100).toFixed(digits);
  return `${Number(text) === 0 ? text.replace('-', '') : text} %`;
}

/** Foreign text only ever becomes text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}
