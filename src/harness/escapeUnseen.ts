/**
 * Characters that a terminal obeys or that reorder what a person reads (C1 controls,
 * bidirectional marks, line separators) as JSON escapes. In JSON text they can only
 * stand inside strings, so the values stay the same.
 */
export function escapeUnseen(text: string): string {
  return isSeen(text)
    ? text
    : text.replaceAll(UNSEEN_ALL, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whether a text holds none of them. */
export function isSeen(text: string): boolean {
  return !UNSEEN.test(text);
}

const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const UNSEEN_ALL = new RegExp(UNSEEN, 'g');
