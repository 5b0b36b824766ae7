import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { countAt, isFields, textAt } from './fields.ts';

export interface EndRecord {
  readonly exit_code: number | null;
  /** Why the record is not whole. */
  readonly incomplete: string | null;
}

const TAIL_BYTES = 512;

/** The end record of a journal, without reading what stands before it; null if there is none. */
export function endRecordOf(path: string): EndRecord | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const last = /(?:^|\n)([^\n]+)\n$/.exec(tail.toString('latin1'))?.[1] ?? '';
    const event: unknown = last.startsWith('{"type":"session_ended"') ? JSON.parse(last) : null;
    if (!isFields(event)) return null;
    return { exit_code: countAt(event, 'exit_code'), incomplete: textAt(event, 'record_incomplete') };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
