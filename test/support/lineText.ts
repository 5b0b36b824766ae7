import type { Line } from '../../src/ui/text/line.ts';

/** The text of a line of the screen, without its tones. */
export function lineText(line: Line): string {
  return line.map((each) => each.text).join('');
}
