import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CHECK_REPORT_FILE } from '../../grading/checkReport.ts';
import { fileStart } from '../../harness/records/fileEnds.ts';
import { sweepReport } from '../../harness/sweep/report.ts';
import { systemErrorCode } from '../../harness/systemError.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { printable } from '../../kernel/printable.ts';
import type { ReportDocument } from '../../reporters/documents/document.ts';
import { boundedFile } from '../boundedFile.ts';
import type { Io } from '../command.ts';
import { checkReportDocument } from './announceCheck.ts';
import { recordFacts } from './recordFacts.ts';
import { reportTarget } from './target.ts';

/** Reads what a report is made of. Throws a KitError that says why it cannot. */
export async function readDocument(asked: string, io: Io): Promise<ReportDocument> {
  const target = reportTarget(asked, io.cwd);
  if (target.kind === 'file') return fileDocument(target.path, io);
  const { folder } = target;
  if (folder.meta.kind === 'sweep') {
    const { readSweepRecord } = await import('./readSweep.ts');
    return readSweepRecord(folder, recordFacts(folder, io));
  }
  if (folder.meta.kind === 'check') {
    const path = join(folder.path, CHECK_REPORT_FILE);
    if (!existsSync(path)) {
      throw unreadable(folder.id, 'its check was not finished; sbdev check --resume goes on with it');
    }
    return checkFile(path, io, recordFacts(folder, io).startedAt);
  }
  const { readRun } = await import('./readRun.ts');
  return readRun(folder, io);
}

async function fileDocument(path: string, io: Io): Promise<ReportDocument> {
  switch (typeOf(path)) {
    case 'check_report':
      return checkFile(path, io);
    case 'sweep_report':
      return sweepFile(path, io);
    default:
      throw unreadable(relative(io.cwd, path) || path, 'it is the report of no sweep and no check');
  }
}

/** What kind of document a file begins as; its reader decides whether it is one. */
function typeOf(path: string): string | null {
  return /^\s*\{\s*"type"\s*:\s*"([a-z_]+)"/.exec(fileStart(path, HEAD_BYTES) ?? '')?.[1] ?? null;
}

const HEAD_BYTES = 256;

/** `check-report.json` of a check's record. */
async function checkFile(path: string, io: Io, startedAt: string | null = null): Promise<ReportDocument> {
  const file = relative(io.cwd, path) || path;
  const { readCheckReport } = await import('../../grading/readCheckReport.ts');
  return checkReportDocument(readCheckReport(file, await bytesOf(path, file)), io, startedAt);
}

/** The file of `sweep --out` or `merge --out`. */
async function sweepFile(path: string, io: Io): Promise<ReportDocument> {
  const file = relative(io.cwd, path) || path;
  const [{ readReport }, { sweepDocument }] = await Promise.all([
    import('../../harness/sweep/readReport.ts'),
    import('./readSweep.ts'),
  ]);
  const { basis } = readReport(file, await bytesOf(path, file));
  const record = {
    id: printable(file),
    path: printable(file),
    kit: basis.plan.kit,
    startedAt: null,
    command: null,
  };
  return sweepDocument(sweepReport(basis.plan, basis.shard, basis.cells), record);
}

function bytesOf(path: string, file: string): Promise<Uint8Array> {
  return boundedFile(path, limits.sweepReportBytes, {
    tooLarge: (bytes) => unreadable(file, `${bytes} bytes is too large`),
    unreadable: (error) => unreadable(file, systemErrorCode(error)),
  });
}

function unreadable(file: string, found: string): UsageError {
  return new UsageError(diagnostic('report-unreadable', 'error', { file }, { found }));
}
