import { textWidth } from '../../protocol/diagnostics/cellWidth.ts';
import type { FindingDocument } from './document.ts';

/** The text of an excerpt before its mark, under it and after it. */
export function excerptParts({
  text,
  column,
  width,
}: NonNullable<FindingDocument['excerpt']>): readonly [string, string, string] {
  const parts: [string, string, string] = ['', '', ''];
  let cell = 1;
  let part = 0;
  for (const character of text) {
    const cells = textWidth(character);
    // A character without a width of its own goes with the one before it.
    if (cells > 0) part = cell < column ? 0 : cell < column + width ? 1 : 2;
    parts[part] += character;
    cell += cells;
  }
  // A mark behind the end: something is missing there.
  return parts[1] === '' ? [parts[0], ' ', parts[2]] : parts;
}
