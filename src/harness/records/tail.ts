import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 512;

/** Whether the last line of a journal is its end record, without reading what stands before. */
export function endsWithEndRecord(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return false;
  }
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return /(^|\n)\{"type":"session_ended",[^\n]*\}\n$/.test(tail.toString('latin1'));
  } finally {
    closeSync(file);
  }
}
