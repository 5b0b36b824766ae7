import { limits } from '../../kernel/limits.ts';
import { printable } from '../../kernel/printable.ts';
import { textWidth } from './cellWidth.ts';
import { lenientText } from './sourceText.ts';

export interface Excerpt {
  /** The part of the line around the place, safe to print, with `…` where it is cut. */
  readonly text: string;
  /** Column of the mark in `text`, from 1, in terminal cells. */
  readonly column: number;
  /** Cells to mark; at least 1. */
  readonly width: number;
}

/** Cells that either side of a mark gets, however long the mark is. */
const LEAST_SIDE = 8;

/** The part of a line around a place given in bytes, cut to a width that a terminal shows. */
export function excerpt(bytes: Uint8Array, offset: number, length: number): Excerpt {
  const start = Math.min(Math.max(0, offset), bytes.length);
  const stop = Math.min(start + Math.max(0, length), bytes.length);
  const room = limits.excerptChars;
  const markStop = characterStart(bytes, Math.min(stop, start + room * 4));
  const whole = printable(lenientText(bytes, start, markStop));
  const marked = firstCells(whole, room);
  const isMarkCut = markStop < stop || marked !== whole;
  const spare = Math.max(LEAST_SIDE * 2, room - textWidth(marked));
  const from = characterStart(bytes, Math.max(0, start - spare * 4));
  const allBefore = printable(lenientText(bytes, from, start));
  const until = characterStart(bytes, Math.min(bytes.length, stop + spare * 4));
  const allAfter = isMarkCut ? '' : printable(lenientText(bytes, stop, until).replace(/[\r\n]+$/, ''));
  // Half of the room for each side; what one does not need, the other gets.
  const afterRoom = Math.max(Math.floor(spare / 2), spare - textWidth(allBefore));
  const after = firstCells(allAfter, afterRoom);
  const before = lastCells(allBefore, spare - textWidth(after));
  const isCutBefore = from > 0 || before !== allBefore;
  const isCutAfter = isMarkCut || until < bytes.length || after !== allAfter;
  const head = `${isCutBefore ? '…' : ''}${before}`;
  return {
    text: `${head}${marked}${after}${isCutAfter ? '…' : ''}`,
    column: textWidth(head) + 1,
    width: Math.max(1, textWidth(marked)),
  };
}

/** Not in the middle of a UTF-8 sequence. */
function characterStart(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80 && offset - at < 4) at -= 1;
  return at;
}

function firstCells(text: string, cells: number): string {
  let taken = '';
  let width = 0;
  for (const character of text) {
    width += textWidth(character);
    if (width > cells) break;
    taken += character;
  }
  return taken;
}

function lastCells(text: string, cells: number): string {
  return [...firstCells([...text].reverse().join(''), cells)].reverse().join('');
}
