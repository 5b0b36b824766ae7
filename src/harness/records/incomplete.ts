import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { JournalFailure } from '../journal.ts';

/** What to say once when a record could not be kept whole; the run goes on. */
export function recordIncomplete({ operation, path, code }: JournalFailure): Diagnostic {
  return diagnostic('record-incomplete', 'notice', { file: path }, { found: code, facts: { operation } });
}
