/** Columns that a terminal gives to a text: two for wide letters and emoji, none for marks that join. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += cellWidth(character);
  return width;
}

const ASCII = /^[\x20-\x7e]*$/;
const JOINING = /\p{Mn}|\p{Me}|\p{Variation_Selector}/u;
const EMOJI = /\p{Emoji_Presentation}/u;
/** East Asian Wide and Fullwidth (UAX 11), by block. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

function cellWidth(character: string): number {
  if (JOINING.test(character)) return 0;
  return EMOJI.test(character) || WIDE.test(character) ? 2 : 1;
}
