import { resolve } from 'node:path';
import { mergeReports, type ReportFile } from '../../harness/sweep/merge.ts';
import { readReport } from '../../harness/sweep/readReport.ts';
import { systemErrorCode } from '../../harness/systemError.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { boundedFile } from '../boundedFile.ts';
import type { ExitCode, Io } from '../command.ts';
import { sweepExitCode } from '../exitCode.ts';
import { ReportOutput, type ReportOutputFlags } from './reportOutput.ts';

/** Puts the reports of shards together; the output is that of the whole sweep, byte for byte. */
export async function merge(
  files: readonly [string, ...string[]],
  flags: ReportOutputFlags,
  io: Io,
): Promise<ExitCode> {
  const output = new ReportOutput(flags, io);
  const read: ReportFile[] = [];
  for (const file of files) read.push(readReport(file, await contentOf(file, io.cwd)));
  const report = mergeReports(read as [ReportFile, ...ReportFile[]]);
  for (const cell of report.cells) output.cell(cell);
  await output.report(report);
  return sweepExitCode(report);
}

function contentOf(file: string, cwd: string): Promise<Uint8Array> {
  return boundedFile(resolve(cwd, file), limits.sweepReportBytes, {
    tooLarge: (bytes) => unreadable(file, `${bytes} bytes is too large`),
    unreadable: (error) => unreadable(file, systemErrorCode(error)),
  });
}

function unreadable(file: string, found: string): UsageError {
  return new UsageError(
    diagnostic('merge-unreadable', 'error', { file }, { found, accepted: ['the --out file of sbdev sweep'] }),
  );
}
