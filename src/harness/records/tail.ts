import { countAt, isFields, textAt } from './fields.ts';
import { fileEnd } from './fileEnds.ts';

export interface EndRecord {
  readonly exit_code: number | null;
  /** Why the record is not whole. */
  readonly incomplete: string | null;
}

const TAIL_BYTES = 512;

/** The end record of a journal, without reading what stands before it; null if there is none. */
export function endRecordOf(path: string): EndRecord | null {
  try {
    const last = /(?:^|\n)([^\n]+)\n$/.exec(fileEnd(path, TAIL_BYTES) ?? '')?.[1] ?? '';
    const event: unknown = last.startsWith('{"type":"session_ended"') ? JSON.parse(last) : null;
    if (!isFields(event)) return null;
    return { exit_code: countAt(event, 'exit_code'), incomplete: textAt(event, 'record_incomplete') };
  } catch {
    return null;
  }
}
