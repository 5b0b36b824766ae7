import { stripVTControlCharacters } from 'node:util';
import { printable } from '../kernel/printable.ts';

/** The last lines of a build's output for a person: without colours, everything else escaped. */
export function buildOutputLines(output: string, lines: number): readonly string[] {
  const plain = stripVTControlCharacters(output).replace(/\r\n/g, '\n').trimEnd();
  if (plain === '') return [];
  // What a progress bar overwrote is not shown.
  const shown = plain.split('\n').map((line) => printable(line.slice(line.lastIndexOf('\r') + 1)));
  return shown.slice(-lines);
}
