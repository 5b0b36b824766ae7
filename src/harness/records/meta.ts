import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { readableJournals } from '../journal.ts';
import { countAt, type Fields, fieldsAt, isFields, listAt, textAt, valueAt } from './fields.ts';
import { META_NAME } from './fileNames.ts';
import type { Writer } from './writer.ts';

/** What was asked for, as `meta.json` has it. */
export interface RecordMeta {
  readonly id: string;
  /** `session`, `sweep`; further kinds may come. */
  readonly kind: string;
  readonly kit: string | null;
  /** ISO 8601, UTC. */
  readonly started_at: string | null;
  /** The command that runs this again. */
  readonly command: string | null;
  /** Null in records that do not name it. */
  readonly writer: Writer | null;
  /** Cells that a sweep was asked for; null if it is none, or does not say. */
  readonly cells: number | null;
}

export type MetaReading =
  | { readonly kind: 'read'; readonly meta: RecordMeta }
  /** There is a meta.json, and it is none of a version that is known here. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic }
  /** No folder of ours. */
  | { readonly kind: 'absent' };

/** Reads `meta.json` in the folder of a record; never throws for what a file may hold. */
export function readMeta(folder: string): MetaReading {
  const path = join(folder, META_NAME);
  const refused = (code: string, found: string, ...accepted: string[]): MetaReading => ({
    kind: 'refused',
    diagnostic: diagnostic(code, 'error', { file: path }, { found, accepted }),
  });
  let value: unknown;
  try {
    if (statSync(path).size > limits.recordMetaBytes)
      return refused('record-unreadable', 'more bytes than it may have', `${limits.recordMetaBytes} bytes`);
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return refused('record-unreadable', code ?? 'no JSON', 'a JSON object');
  }
  if (!isFields(value)) return refused('record-unreadable', 'JSON that is no object', 'a JSON object');
  const version = valueAt(value, 'version');
  if (!readableJournals.includes(version)) {
    const found = version === undefined ? 'none' : (JSON.stringify(version) ?? 'none').slice(0, 40);
    return refused('record-version', found, ...readableJournals.map(String));
  }
  const id = textAt(value, 'id');
  if (id === null) return refused('record-unreadable', 'no id', 'the id of the session');
  return { kind: 'read', meta: metaOf(id, value) };
}

function metaOf(id: string, value: Fields): RecordMeta {
  const pid = countAt(fieldsAt(value, 'writer'), 'pid');
  const cells = listAt(value, 'cells').length;
  return {
    id,
    kind: textAt(value, 'kind') ?? 'session',
    kit: textAt(value, 'kit'),
    started_at: textAt(value, 'started_at'),
    command: textAt(value, 'command'),
    writer: pid === null || pid === 0 ? null : { pid, started: textAt(fieldsAt(value, 'writer'), 'started') },
    cells: countAt(value, 'cells') ?? (cells === 0 ? null : cells),
  };
}
