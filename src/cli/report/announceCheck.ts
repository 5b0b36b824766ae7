import type { CheckReport } from '../../grading/checkReport.ts';
import { type CheckDocument, checkDocument } from '../../reporters/documents/checkDocument.ts';
import type { Io } from '../command.ts';
import { writeToGithub } from './github.ts';
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
 * Says in a step of GitHub Actions what a check found: annotations, and the summary of the
 * step. Where stdout is for one document of JSON, the annotations go to stderr, which GitHub
 * reads as well.
 */
export function announceCheck(report: CheckReport, format: string, io: Io): void {
  writeToGithub(checkReportDocument(report, io), io, format === 'json' ? io.stderr : io.stdout);
}
