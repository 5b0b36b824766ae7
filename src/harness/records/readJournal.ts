import { closeSync, openSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { EVENT_VERSION } from '../events.ts';
import { exactJson } from './exactJson.ts';
import { type Fields, isFields, textAt, valueAt } from './fields.ts';
import { linesOf, type RecordLine } from './lines.ts';
import { withoutMembers } from './members.ts';

/** One thing that a journal holds, in the order of the file. */
export type RecordItem =
  | { readonly kind: 'event'; readonly line: number; readonly type: string; readonly event: Fields }
  /** A line that is no event, or an event that contradicts its form. */
  | { readonly kind: 'problem'; readonly diagnostic: Diagnostic }
  /** What stands behind the last whole line; always the last item. `offset`: where to cut. */
  | { readonly kind: 'torn'; readonly line: number; readonly offset: number; readonly bytes: number };

/** The largest members, which nothing that is shown of a record needs. */
const unread: ReadonlySet<string> = new Set(['run', 'book', 'raw', 'fills', 'decision', 'observation']);

/**
 * The events of a journal, one after the other, in memory that depends on the largest
 * event alone; reading never writes. A last line that was cut off is told apart from a
 * line that is wrong. Throws the system's error if the file cannot be read, and a
 * UsageError for events of a version that is not known here.
 */
export function* readJournal(path: string): Generator<RecordItem> {
  const file = openSync(path, 'r');
  try {
    for (const line of linesOf(file)) yield itemOf(line, file, path);
  } finally {
    closeSync(file);
  }
}

function itemOf(line: RecordLine, file: number, path: string): RecordItem {
  const isSmall = line.length === line.bytes.length;
  const bytes = isSmall ? line.bytes : withoutMembers({ file, ...line }, unread);
  const event = bytes === null ? 'neither an event nor of a size to be read' : parsed(bytes);
  if (typeof event !== 'string') {
    const type = textAt(event, 'type');
    if (type === 'run_started') refuseOtherVersion(event, path, line.line);
    if (type !== null) return { kind: 'event', line: line.line, type, event };
  }
  // An event is an object, and no start of an object is one: what parses is whole.
  if (!line.isEnded) return { kind: 'torn', line: line.line, offset: line.offset, bytes: line.length };
  const found = typeof event === 'string' ? event : 'an object without a type';
  return { kind: 'problem', diagnostic: corrupt(path, line.line, found) };
}

function parsed(bytes: Uint8Array): Fields | string {
  const text = decodeUtf8(bytes);
  if (text === null) return 'bytes that are not UTF-8';
  try {
    const value = exactJson(text);
    return isFields(value) ? value : 'JSON that is no object';
  } catch (error) {
    return (error as Error).message.slice(0, limits.excerptChars);
  }
}

function refuseOtherVersion(event: Fields, file: string, line: number): void {
  const version = valueAt(event, 'version');
  if (version === EVENT_VERSION) return;
  const found = version === undefined ? 'none' : (JSON.stringify(version) ?? 'none').slice(0, 40);
  throw new UsageError(
    diagnostic('record-version', 'error', { file, line }, { found, accepted: [String(EVENT_VERSION)] }),
  );
}

function corrupt(file: string, line: number, found: string): Diagnostic {
  return diagnostic('record-corrupt', 'warning', { file, line }, { found, accepted: ['one event as JSON'] });
}
