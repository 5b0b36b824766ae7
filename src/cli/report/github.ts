import { appendFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { systemErrorCode } from '../../harness/systemError.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import type { ReportDocument } from '../../reporters/documents/document.ts';
import { githubReport } from '../../reporters/github/githubReport.ts';
import { styleFor } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';
import { wordsOf } from '../catalogue.ts';
import type { Io } from '../command.ts';

/** Annotations on stdout, or where stdout is for a document on stderr, which GitHub reads as well; and the summary of the step where there is one. */
export function writeToGithub(document: ReportDocument, io: Io, to: Writable = io.stdout): void {
  const { commands, summary } = githubReport(document);
  to.write(commands.map((line) => `${line}\n`).join(''));
  const path = io.env.GITHUB_STEP_SUMMARY;
  if (path === undefined || path === '') return;
  try {
    appendFileSync(path, summary);
  } catch (error) {
    // The report is there; only its summary is not.
    const found = systemErrorCode(error);
    const refused = diagnostic('github-summary-unwritable', 'warning', { file: path }, { found });
    const style = styleFor({ isTTY: io.stderr.isTTY === true, env: io.env, color: io.color });
    const lines = findingLines(
      { type: 'finding', diagnostic: refused, excerpt: null },
      wordsOf(refused),
      style,
    );
    io.stderr.write(`${lines.join('\n')}\n`);
  }
}
