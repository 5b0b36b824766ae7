import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CHECK_REPORT_FILE, type CheckReport } from '../../grading/checkReport.ts';
import { escapeUnseen } from '../../harness/escapeUnseen.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import { isBeingWritten } from '../../harness/records/listRecords.ts';
import { loadRecord } from '../../harness/records/loadRecord.ts';
import { endRecordOf } from '../../harness/records/tail.ts';
import { limits } from '../../kernel/limits.ts';
import { styleFor } from '../../reporters/style.ts';
import type { ExitCode, Io } from '../command.ts';
import { outputFormat } from '../outputFormat.ts';
import { readableRun } from './findRun.ts';
import { stateOf, sweepState } from './overview.ts';
import { sessionLines } from './sessionLines.ts';
import { sweepCells } from './sweepCells.ts';
import { sweepLines } from './sweepLines.ts';

export interface ShowFlags {
  readonly format: string;
  readonly verify?: boolean;
}

/** What one record says. With --verify it ends with 1 if the record contradicts itself. */
export async function showRun(asked: string, flags: ShowFlags, io: Io): Promise<ExitCode> {
  const format = outputFormat(flags.format);
  const folder = readableRun(asked, io.cwd);
  const { path, meta } = folder;
  const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
  const shownPath = relative(io.cwd, path);
  const isLive = isBeingWritten(meta);
  const print = (value: object, lines: () => readonly string[]): void => {
    const text = format === 'json' ? escapeUnseen(recordJson(value)) : lines().join('\n');
    io.stdout.write(`${text}\n`);
  };
  const report = meta.kind === 'check' ? await checkReportIn(path) : null;
  if (report !== null) {
    const { checkLines } = await import('../../reporters/text/checkLines.ts');
    print(report, () => checkLines(report, style));
    return 0;
  }
  if (meta.kind === 'sweep' || meta.kind === 'check') {
    const end = endRecordOf(join(path, JOURNAL_NAME));
    const facts = {
      state: sweepState(end?.exit_code, isLive),
      path: shownPath,
      meta,
      end,
      ...sweepCells(folder),
    };
    print(facts, () => sweepLines(facts, style));
    return 0;
  }
  const record =
    flags.verify === true
      ? loadRecord(path, meta, (await import('../../harness/records/verifyForms.ts')).verifyForms)
      : loadRecord(path, meta);
  const state = stateOf(record, isLive);
  print({ state, path: shownPath, ...record }, () => sessionLines(record, state, shownPath, style));
  return flags.verify === true && record.problem_count > 0 ? 1 : 0;
}

/** The report of a check; null while there is none. */
async function checkReportIn(folder: string): Promise<CheckReport | null> {
  const path = join(folder, CHECK_REPORT_FILE);
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: null };
  if (size === null || size > limits.documentBytes) return null;
  const { readCheckReport } = await import('../../grading/readCheckReport.ts');
  return readCheckReport(path, readFileSync(path));
}
