import { cellName } from '../../harness/sweep/cells.ts';
import { limits } from '../../kernel/limits.ts';
import { printable } from '../../kernel/printable.ts';
import type { CheckDocument, InstrumentDocument } from '../documents/checkDocument.ts';
import type { FindingGroup, ReportDocument, RunDocument } from '../documents/document.ts';
import { placePrefix } from '../documents/findingPlace.ts';
import type { SweepDocument } from '../documents/sweepDocument.ts';
import { markdownReport } from '../markdown/markdownReport.ts';
import { type Annotation, workflowCommands } from './workflowCommands.ts';

/** What GitHub Actions is told: commands for stdout, and Markdown for the summary of the step. */
export interface GithubReport {
  readonly commands: readonly string[];
  readonly summary: string;
}

export function githubReport(document: ReportDocument): GithubReport {
  const annotations = annotationsOf(document).map((each) =>
    each.source !== null && isOutside(each.source.file) ? { ...each, source: null } : each,
  );
  return { commands: workflowCommands(annotations), summary: bounded(markdownReport(document)) };
}

/** GitHub shows a mark in files of the checkout alone. */
function isOutside(file: string): boolean {
  return /^(\.\.\/|\/|[A-Za-z]:)/.test(file);
}

/** What is worth a mark beside the code, the worst first. */
function annotationsOf(document: ReportDocument): readonly Annotation[] {
  switch (document.kind) {
    case 'run':
      return runAnnotations(document);
    case 'sweep':
      return sweepAnnotations(document);
    case 'check':
      return checkAnnotations(document);
  }
}

function runAnnotations(document: RunDocument): readonly Annotation[] {
  const { verdict, run, findings, doubleRun, problems } = document;
  const cell = run?.cell ?? null;
  const where = cell === null ? '' : ` [${cell.start},${cell.end}) seed ${cell.seed}`;
  const errors = findings.filter(({ severity }) => severity === 'error').flatMap(findingAnnotation);
  const isTold = errors.length > 0 || verdict.tone === 'good';
  return [
    ...errors,
    ...(isTold ? [] : [headline('error', verdict, where)]),
    ...findings.filter(({ severity }) => severity === 'warning').flatMap(findingAnnotation),
    ...(doubleRun?.hints ?? []).slice(1).map(
      (hint): Annotation => ({
        level: 'warning',
        title: 'may make decisions differ',
        message: hint.text,
        source: hint,
      }),
    ),
    ...problems.map((message): Annotation => ({ level: 'warning', title: 'record', message, source: null })),
    ...(verdict.tone === 'good' ? [headline('notice', verdict, where)] : []),
  ];
}

function headline(
  level: Annotation['level'],
  { word, sentence }: RunDocument['verdict'],
  where: string,
): Annotation {
  return { level, title: `sbdev: ${word}`, message: `${sentence}${where}`, source: null };
}

function findingAnnotation({ code, severity, count, findings }: FindingGroup): readonly Annotation[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { message, cause, fix, source } = first;
  const lines = [
    `${placePrefix(first)}${message}${count > 1 ? ` (${count} times)` : ''}`,
    ...(cause === null ? [] : [`why: ${cause}`]),
    `fix: ${fix}`,
  ];
  return [{ level: severity, title: code, message: lines.join('\n'), source }];
}

/** One annotation for all cells that met the same. */
function sweepAnnotations({ report, verdict }: SweepDocument): readonly Annotation[] {
  const groups = new Map<string, { count: number; readonly first: (typeof report.cells)[number] }>();
  for (const cell of report.cells) {
    if (cell.status === 'clean') continue;
    const key = `${cell.status} ${cell.failure} ${cell.code}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { count: 1, first: cell });
    else group.count += 1;
  }
  if (groups.size === 0) return [headline('notice', verdict, '')];
  return [...groups.values()].map(({ count, first }) => ({
    level: first.status === 'failed' ? 'error' : 'warning',
    title: printable(first.code ?? first.failure ?? first.status),
    message: [
      `${count} of ${report.cells.length} cells ${first.status.replace('_', ' ')}, first ${cellName(first.cell)}`,
      ...(first.command === '' ? [] : [`run it alone: ${printable(first.command)}`]),
    ].join('\n'),
    source: null,
  }));
}

function checkAnnotations({ instruments, verdict }: CheckDocument): readonly Annotation[] {
  const told = instruments.filter(({ status }) => status !== 'passed' && status !== 'abstained');
  if (told.length === 0) return [headline(verdict.tone === 'good' ? 'notice' : 'error', verdict, '')];
  // The worst first: what is required before what is advisory.
  return told.toSorted((a, b) => Number(b.isBinding) - Number(a.isBinding)).flatMap(instrumentAnnotations);
}

function instrumentAnnotations({
  id,
  status,
  isBinding,
  reason,
  findings,
}: InstrumentDocument): readonly Annotation[] {
  const level = isBinding ? 'error' : 'warning';
  const own = findings
    .filter(({ severity }) => severity !== 'notice')
    .flatMap(findingAnnotation)
    .map((each): Annotation => ({ ...each, level, title: `${id}: ${each.title}` }));
  return own.length > 0 ? own : [{ level, title: `${id}: ${status}`, message: reason, source: null }];
}

/** A summary that is too long is not shown at all, so it is cut at the end of a line. */
function bounded(markdown: string): string {
  const bytes = new TextEncoder().encode(markdown);
  if (bytes.length <= limits.githubSummaryBytes / 2) return markdown;
  const cut = new TextDecoder().decode(bytes.subarray(0, limits.githubSummaryBytes / 2));
  return `${cut.slice(0, cut.lastIndexOf('\n'))}\n\nand more: see the report itself\n`;
}
