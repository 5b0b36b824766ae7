import { cellsOf, cutToCells } from './cells.ts';

/**
 * What a piece of a line means. Tones become colours at the very edge, and each stands
 * beside a sign or a word, so that nothing is lost without them.
 */
export type Tone = 'plain' | 'dim' | 'bright' | 'accent' | 'good' | 'bad' | 'warn';

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** One row of a region. Its spans hold text that is safe to show. */
export type Line = readonly Span[];

export const EMPTY: Line = [];

export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

export function lineCells(line: Line): number {
  return line.reduce((sum, each) => sum + cellsOf(each.text), 0);
}

/** The line cut to `width` cells. */
export function cutLine(line: Line, width: number): Line {
  if (lineCells(line) <= width) return line;
  const kept: Span[] = [];
  let room = width;
  for (const each of line) {
    if (room <= 0) break;
    const cells = cellsOf(each.text);
    if (cells <= room) {
      kept.push(each);
      room -= cells;
      continue;
    }
    kept.push({ ...each, text: cutToCells(each.text, room) });
    break;
  }
  return kept;
}

/** The line at exactly `width` cells. */
export function fitLine(line: Line, width: number): Line {
  const cut = cutLine(line, width);
  const missing = width - lineCells(cut);
  return missing > 0 ? [...cut, span(' '.repeat(missing))] : cut;
}

/** `left` and `right` at the two ends of `width` cells; what does not fit is cut from the left part. */
export function spreadLine(left: Line, right: Line, width: number): Line {
  const end = cutLine(right, width);
  const rightCells = lineCells(end);
  const gap = rightCells === 0 ? 0 : 1;
  const start = cutLine(left, Math.max(0, width - rightCells - gap));
  const fill = width - rightCells - lineCells(start);
  return [...start, span(' '.repeat(Math.max(0, fill))), ...end];
}
