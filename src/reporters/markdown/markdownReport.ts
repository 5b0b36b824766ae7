import type { ReportDocument } from '../documents/document.ts';
import { checkMarkdown } from './checkMarkdown.ts';
import { runMarkdown } from './runMarkdown.ts';
import { sweepMarkdown } from './sweepMarkdown.ts';

/** A document as Markdown; bounded, whatever it is of. */
export function markdownReport(document: ReportDocument): string {
  return `${blocksOf(document)
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

function blocksOf(document: ReportDocument): readonly string[] {
  switch (document.kind) {
    case 'run':
      return runMarkdown(document);
    case 'sweep':
      return sweepMarkdown(document);
    case 'check':
      return checkMarkdown(document);
  }
}
