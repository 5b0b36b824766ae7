import { printable } from '../../kernel/printable.ts';

/**
 * Foreign text as a screen may show it: controls as visible escapes, and none of the
 * sequences that terminals disagree on how wide to draw. A pair of regional indicators
 * is its two letters; presentation selectors, skin tones and key caps are left out.
 */
export function screenText(text: string): string {
  const safe = printable(text);
  return DISPUTED.test(safe)
    ? safe.replace(
        DISPUTED_ALL,
        (character) => REGION_LETTERS[(character.codePointAt(0) ?? 0) - FIRST_REGIONAL_INDICATOR] ?? '',
      )
    : safe;
}

const FIRST_REGIONAL_INDICATOR = 0x1f1e6;
const REGION_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DISPUTED = /[\u{1f1e6}-\u{1f1ff}\u20e3\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0000}-\u{e007f}]/u;
const DISPUTED_ALL = new RegExp(DISPUTED, 'gu');
