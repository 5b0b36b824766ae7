import type { Line, Tone } from './line.ts';

/** Tones as sequences of a terminal; plain text where colour is not wanted. */
export type Palette = Readonly<Record<Tone, readonly [open: string, close: string]>>;

const sgr = (open: string, close: string): readonly [string, string] => [
  `\u001b[${open}m`,
  `\u001b[${close}m`,
];

/** Blue and orange-ish pairs that stay apart for colour-blind eyes; a sign stands beside each anyway. */
export const colors: Palette = {
  plain: ['', ''],
  dim: sgr('2', '22'),
  bright: sgr('1', '22'),
  accent: sgr('36', '39'),
  good: sgr('32', '39'),
  bad: sgr('31', '39'),
  warn: sgr('33', '39'),
};

/** Weight alone: no colour at all. */
export const monochrome: Palette = {
  ...colors,
  accent: ['', ''],
  good: ['', ''],
  bad: ['', ''],
  warn: ['', ''],
};

export function paintLine(line: Line, palette: Palette): string {
  let text = '';
  let closing = '';
  let tone: Tone | null = null;
  for (const each of line) {
    if (each.text === '') continue;
    if (each.tone !== tone) {
      const [open, close] = palette[each.tone];
      text += closing + open;
      closing = close;
      tone = each.tone;
    }
    text += each.text;
  }
  return text + closing;
}
