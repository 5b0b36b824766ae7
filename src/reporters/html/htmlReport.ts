import type { ReportDocument } from '../documents/document.ts';
import { checkPage } from './checkPage.ts';
import type { PageAssets } from './page.ts';
import { runPage } from './runPage.ts';
import { sweepPage } from './sweepPage.ts';

/** A document as one page that needs nothing else, in pieces. */
export function htmlReport(document: ReportDocument, assets: PageAssets): Iterable<string> {
  switch (document.kind) {
    case 'run':
      return runPage(document, assets);
    case 'sweep':
      return sweepPage(document, assets);
    case 'check':
      return checkPage(document, assets);
  }
}
