import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import type { ReportDocument } from '../../reporters/documents/document.ts';
import { htmlReport } from '../../reporters/html/htmlReport.ts';
import { junitReport } from '../../reporters/junit/junitReport.ts';
import { markdownReport } from '../../reporters/markdown/markdownReport.ts';
import type { ExitCode, Io } from '../command.ts';
import { badOption } from '../options.ts';
import { pageAssets } from './assets.ts';
import { writeToGithub } from './github.ts';
import { readDocument } from './readDocument.ts';
import { ReportFile } from './reportFile.ts';

export interface ReportFlags {
  readonly html?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly github?: boolean;
}

type FileForm = 'html' | 'junit' | 'markdown';

/** A form's document in pieces. */
const builders: Readonly<Record<FileForm, (document: ReportDocument) => Iterable<string>>> = {
  html: (document) => htmlReport(document, pageAssets()),
  junit: (document) => [junitReport(document)],
  markdown: (document) => [markdownReport(document)],
};

/** Writes every form of report that was asked for, of one record. */
export async function report(run: string, flags: ReportFlags, io: Io): Promise<ExitCode> {
  const forms = (Object.keys(builders) as FileForm[]).filter((form) => flags[form] !== undefined);
  if (forms.length === 0 && flags.github !== true)
    throw new UsageError(diagnostic('report-form', 'error', {}));
  requireOneOnStdout(forms, flags);
  // Before anything is read, so that a wrong path costs no time.
  const files = forms.map((form) => ({ form, file: new ReportFile(flags[form]!, io) }));
  const document = await readDocument(run, io);
  const written: string[] = [];
  for (const { form, file } of files) written.push(await file.write(builders[form](document)));
  if (flags.github === true) writeToGithub(document, io);
  const isStdoutFree = flags.github !== true && files.every(({ file }) => !file.isStdout);
  if (isStdoutFree) io.stdout.write(`${written.map((line) => printable(line)).join('\n')}\n`);
  return 0;
}

function requireOneOnStdout(forms: readonly FileForm[], flags: ReportFlags): void {
  const onStdout = [
    ...forms.filter((form) => flags[form] === '-').map((form) => `--${form} -`),
    ...(flags.github === true ? ['--github'] : []),
  ];
  const [first, second] = onStdout;
  if (first === undefined || second === undefined) return;
  throw badOption(first.replace(' -', ''), '-', `a file: ${second} writes to stdout`);
}
