import { join, relative } from 'node:path';
import { RUNS_FOLDER } from '../../harness/journal.ts';
import { cellJournal } from '../../harness/sweep/cellJournal.ts';
import type { SweepCell } from '../../harness/sweep/cells.ts';
import type { SweepFile } from '../../harness/sweep/records.ts';
import type { CellRecord } from '../../harness/sweep/runSweep.ts';
import { SweepRecord } from '../../harness/sweep/sweepRecord.ts';
import { systemErrorCode } from '../../harness/systemError.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { wordsOf } from '../catalogue.ts';
import type { Io } from '../command.ts';
import { version } from '../version.ts';

/** Says what could not be kept; the sweep goes on without it. */
export type Tell = (notice: Diagnostic) => void;

/** The record of a new sweep, or of the one that is resumed; null if none can be kept. */
export async function openRecord(
  io: Io,
  options: {
    readonly id: string;
    readonly file: SweepFile;
    readonly resumed: boolean;
    readonly command: string;
  },
  tell: Tell,
): Promise<SweepRecord | null> {
  const meta = { kit: version, started_at: new Date().toISOString(), command: options.command };
  try {
    return options.resumed
      ? SweepRecord.reopen(io.cwd, options.id, meta, options.file.plan)
      : await SweepRecord.create(io.cwd, options.id, meta, options.file);
  } catch (error) {
    tell(notKept(join(io.cwd, ...RUNS_FOLDER), error));
    return null;
  }
}

/** The journal of one cell's run, and at its end the result. */
export function cellRecord(
  record: Pick<SweepRecord, 'folder' | 'cells'> | null,
  cell: SweepCell,
  options: { readonly symbols: readonly string[]; readonly command: string; readonly tell: Tell },
): CellRecord {
  if (record === null) return { emit: () => {}, close: async () => {} };
  const meta = { kit: version, started_at: new Date().toISOString(), command: options.command };
  const journal = attempt(() => record.cells.begin(cell.index, meta), record.folder, options.tell);
  const events = journal === null ? null : cellJournal(journal, options.symbols, wordsOf);
  return {
    emit: (event) => events?.emit(event),
    close: async (result) => {
      await events?.close(result);
      if (result === null) return;
      try {
        await record.cells.keepResult(result);
      } catch (error) {
        options.tell(notKept(record.folder, error));
      }
    },
  };
}

/** Relative to where the person stands. */
export function shownFolder(io: Io, record: SweepRecord): string {
  return relative(io.cwd, record.folder) || '.';
}

function attempt<Value>(make: () => Value, folder: string, tell: Tell): Value | null {
  try {
    return make();
  } catch (error) {
    tell(notKept(folder, error));
    return null;
  }
}

function notKept(file: string, error: unknown): Diagnostic {
  const found = systemErrorCode(error);
  return diagnostic('record-not-kept', 'notice', { file }, { found });
}
