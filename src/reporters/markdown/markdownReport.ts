import type { ReportDocument } from '../documents/document.ts';
import { runMarkdown } from './runMarkdown.ts';
import { sweepMarkdown } from './sweepMarkdown.ts';

/** A document as Markdown; bounded, whatever it is of. */
export function markdownReport(document: ReportDocument): string {
  const blocks = document.kind === 'run' ? runMarkdown(document) : sweepMarkdown(document);
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
