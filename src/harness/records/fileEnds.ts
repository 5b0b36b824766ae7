import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The first bytes of a file as Latin-1, `most` of them; null if it cannot be opened. Throws if it cannot be read. */
export function fileStart(path: string, most: number): string | null {
  return piece(path, most, () => 0);
}

/** The same of its last bytes. */
export function fileEnd(path: string, most: number): string | null {
  return piece(path, most, (size) => Math.max(0, size - most));
}

function piece(path: string, most: number, startIn: (size: number) => number): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(most);
    const length = readSync(file, bytes, 0, most, startIn(fstatSync(file).size));
    return bytes.toString('latin1', 0, length);
  } finally {
    closeSync(file);
  }
}
