import { appendFileSync, closeSync, fstatSync, openSync, readSync, truncateSync } from 'node:fs';
import { type RecordItem, readJournal } from './readJournal.ts';

/**
 * Cuts a torn last line off, so that what is left is whole lines; returns how many bytes
 * went. The caller makes sure that nobody writes. Throws the system's error.
 */
export function repairJournal(path: string): number {
  let last: RecordItem | null = null;
  for (const item of readJournal(path)) last = item;
  if (last?.kind === 'torn') {
    truncateSync(path, last.offset);
    return last.bytes;
  }
  // A whole event whose line end is missing keeps its place.
  if (last !== null && !endsLine(path)) appendFileSync(path, '\n');
  return 0;
}

function endsLine(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    const { size } = fstatSync(file);
    return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
  } finally {
    closeSync(file);
  }
}
