import { join, relative } from 'node:path';
import { JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import { isBeingWritten } from '../../harness/records/listRecords.ts';
import { repairJournal } from '../../harness/records/repairJournal.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { readableRun } from './findRun.ts';

/** Cuts a torn last line off a journal. Throws a UsageError while a process writes it. */
export function repairRun(asked: string, io: Io): ExitCode {
  const { path, meta } = readableRun(asked, io.cwd);
  if (isBeingWritten(meta)) {
    const found = String(meta.writer?.pid);
    throw new UsageError(diagnostic('run-being-written', 'error', { file: path }, { found }));
  }
  const file = join(path, JOURNAL_NAME);
  const shown = relative(io.cwd, file);
  try {
    const bytes = repairJournal(file);
    io.stdout.write(
      bytes === 0
        ? `${shown}: nothing to cut off\n`
        : `${shown}: cut off ${count(bytes, 'byte')} of a torn last line\n`,
    );
    return 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new CannotRunError(
      diagnostic('record-unreadable', 'error', { file }, { found: code, accepted: ['a file'] }),
    );
  }
}
