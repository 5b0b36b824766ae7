import stringWidth from 'string-width';

/** Terminal cells that a text takes; the text holds no control characters. */
export function cellsOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text.replace(TEXT_PICTOGRAPHS, '?'));
}

/** The text cut to at most `width` cells, never inside a grapheme; `…` ends what was cut. */
export function cutToCells(text: string, width: number): string {
  if (width <= 0) return '';
  if (NARROW.test(text)) return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
  // A grapheme takes a cell or more, so what is far beyond the width need not be measured.
  const bounded = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (bounded === text && cellsOf(text) <= width) return text;
  let kept = '';
  let cells = 0;
  for (const { segment } of graphemes.segment(bounded)) {
    const next = cellsOf(segment);
    if (cells + next > width - 1) break;
    kept += segment;
    cells += next;
  }
  return `${kept}…`;
}

export function padEndCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cellsOf(text)));
}

export function padStartCells(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - cellsOf(text))) + text;
}

/**
 * Text broken into lines of at most `width` cells, at spaces where there are any; the first
 * keeps its indent, by which marks stand under what they mark.
 */
export function wrapToCells(text: string, width: number): string[] {
  const room = Math.max(1, width);
  const indent = /^ */.exec(text)![0].slice(0, Math.floor(room / 2));
  const lines: string[] = [];
  let line = indent;
  for (const word of text.trimStart().split(' ')) {
    const joined = line === '' || line === indent ? line + word : `${line} ${word}`;
    if (cellsOf(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = piecesOf(word, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Text in pieces of at most `width` cells, wherever that falls; a grapheme stays whole. */
export function piecesOf(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && cellsOf(piece + segment) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/** Signs that are drawn as text, one cell wide, unless a selector asks for an emoji (`⚠`, `☎`). */
const TEXT_PICTOGRAPHS = /(?![\u3000-\u33ff])(?!\p{Emoji_Presentation})\p{Extended_Pictographic}/gu;
/** What the screen itself is made of: every unit is a character of one cell. */
const NARROW = /^[\x20-\x7e·\u2013-\u2026→≠\u2500-\u259f▪▫▸✓✗\u2800-\u28ff]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
