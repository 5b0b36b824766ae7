import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mergeReports, type ReportFile } from '../../harness/sweep/merge.ts';
import { readReport } from '../../harness/sweep/readReport.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
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

async function contentOf(file: string, cwd: string): Promise<Uint8Array> {
  try {
    const handle = await open(resolve(cwd, file));
    try {
      const { size } = await handle.stat();
      if (size > limits.sweepReportBytes) throw unreadable(file, `${size} bytes is too large`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unreadable(file, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}

function unreadable(file: string, found: string): UsageError {
  return new UsageError(
    diagnostic('merge-unreadable', 'error', { file }, { found, accepted: ['the --out file of sbdev sweep'] }),
  );
}
