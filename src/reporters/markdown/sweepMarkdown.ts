import { cellName } from '../../harness/sweep/cells.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { printable } from '../../kernel/printable.ts';
import type { SweepDocument } from '../documents/sweepDocument.ts';
import { sweepFacts, sweepFigures, windowColumns, windowRows } from '../documents/sweepFacts.ts';
import { toneSigns } from '../documents/tones.ts';
import { fixed, percent } from '../text/numbers.ts';
import { codeSpan, markdownTable, plainText } from './escape.ts';
import { factTable, folded } from './runMarkdown.ts';

const CELLS = 100;

/** A sweep as blocks of Markdown: the verdict first, then windows and cells. */
export function sweepMarkdown(document: SweepDocument): readonly string[] {
  const { report, verdict } = document;
  const { overall, cells, plan } = report;
  const numbers = new Set(windowColumns.map((_, index) => index).slice(1));
  return [
    `## ${toneSigns[verdict.tone]} ${plainText(verdict.word)}: ${codeSpan(printable(plan.agent.id))}`,
    plainText(verdict.sentence),
    overall.no_totals === null ? '' : `No totals are claimed: ${plainText(overall.no_totals)}.`,
    factTable(sweepFigures(report)),
    '### Windows',
    markdownTable(windowColumns, windowRows(report), numbers),
    ...cellBlocks(cells),
    folded('What was run', factTable(sweepFacts(document))),
  ];
}

/** Those that are not clean first. */
function cellBlocks(cells: readonly CellResult[]): readonly string[] {
  const ordered = [
    ...cells.filter(({ status }) => status !== 'clean'),
    ...cells.filter(({ status }) => status === 'clean'),
  ];
  const shown = ordered.slice(0, CELLS);
  const rows = shown.map(({ index, cell, status, failure, code, summary, attempts }) => [
    String(index),
    plainText(cellName(cell)),
    `${toneSigns[status === 'clean' ? 'good' : status === 'failed' ? 'bad' : 'open']} ${status.replace('_', ' ')}`,
    codeSpan(printable([failure, code].filter((each) => each !== null).join(': '))),
    summary === null ? '-' : percent(summary.total_return),
    fixed(summary?.psr_zero ?? null, 3),
    String(attempts.length),
  ]);
  const more = cells.length - shown.length;
  return [
    '### Cells',
    markdownTable(
      ['', 'cell', 'status', 'cause', 'return', 'PSR(0)', 'attempts'],
      rows,
      new Set([0, 4, 5, 6]),
    ),
    ...(more > 0 ? [`and ${more} more, all clean or of a kind that is listed`] : []),
  ];
}
