import type { CheckReport } from '../../grading/checkReport.ts';
import { type CheckDocument, checkDocument } from '../../reporters/documents/checkDocument.ts';
import type { Io } from '../command.ts';
import { isGithubActions, writeToGithub } from './github.ts';
import { SourceFinder } from './sources.ts';

/** A check as a document; its sources are found from the folder of its configuration. */
export function checkReportDocument(
  report: CheckReport,
  io: Io,
  startedAt: string | null = null,
): CheckDocument {
  const sources = new SourceFinder(report.command, io);
  return checkDocument(report, (file, line, column) => sources.place(file, line, column), startedAt);
}

/**
 * In a step of GitHub Actions a check says by itself what it found: annotations, and the
 * summary of the step. Anywhere else it does nothing. Where stdout is for one document of
 * JSON, the annotations go to stderr, which GitHub reads as well.
 */
export function announceCheck(report: CheckReport, format: 'text' | 'json', io: Io): void {
  if (!isGithubActions(io.env)) return;
  writeToGithub(checkReportDocument(report, io), io, format === 'json' ? io.stderr : io.stdout);
}
