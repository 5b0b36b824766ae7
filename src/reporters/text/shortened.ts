import stringWidth from 'string-width';
import { printable } from '../../kernel/printable.ts';

/** Foreign text, made safe and cut to the columns that it may take; `…` where something is left out. */
export function shortened(text: string, columns: number): string {
  const safe = printable(text.slice(0, columns * 4));
  if (text.length <= columns * 4 && stringWidth(safe) <= columns) return safe;
  let kept = '';
  for (const character of safe) {
    if (stringWidth(kept + character) >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}
