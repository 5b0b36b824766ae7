import { relative } from 'node:path';
import type { RecordFolder } from '../../harness/records/listRecords.ts';
import type { RecordMeta } from '../../harness/records/meta.ts';
import { limits } from '../../kernel/limits.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { RecordFacts } from '../../reporters/documents/document.ts';
import type { Io } from '../command.ts';

/** Where a record lies, and what its `meta.json` says of it. */
export function recordFacts(folder: RecordFolder & { readonly meta: RecordMeta }, io: Io): RecordFacts {
  const { meta, path } = folder;
  const shown = (text: string | null) => (text === null ? null : printableShort(text, limits.lineHeadBytes));
  return {
    id: printable(meta.id),
    path: printable(relative(io.cwd, path) || '.'),
    kit: shown(meta.kit),
    startedAt: shown(meta.started_at),
    command: shown(meta.command),
  };
}
