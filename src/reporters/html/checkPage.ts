import { printable } from '../../kernel/printable.ts';
import type { CheckDocument, InstrumentDocument } from '../documents/checkDocument.ts';
import { checkFacts, checkFigures } from '../documents/checkFacts.ts';
import { count } from '../text/numbers.ts';
import { findingArticles } from './findingsSection.ts';
import { pageHead } from './headSection.ts';
import { html, type Markup, nothing } from './markup.ts';
import { type PageAssets, page } from './page.ts';
import { cellsPageData } from './pageData.ts';
import { factList, section, sign, table } from './parts.ts';
import { cellsSection } from './sweepPage.ts';

/** A check as one page that needs nothing else, in pieces. */
export function checkPage(document: CheckDocument, assets: PageAssets): Iterable<string> {
  const { report, record, verdict, instruments } = document;
  const { candidate, roster, case: contract } = report;
  return page(
    {
      title: `${verdict.word}: ${printable(candidate.agent.id)}`,
      body: [
        pageHead({
          kind: 'Check',
          id: record.id,
          title: printable(candidate.agent.id),
          parts: [
            `case ${printable(contract.name)}`,
            printable(roster.data.source),
            `${count(roster.windows.length, 'window')} × ${count(roster.seeds.length, 'seed')}`,
            `${printable(roster.costs)} costs`,
            candidate.agent.transport,
          ],
          verdict,
          after: nothing,
          figures: checkFigures(document),
        }),
        nextSection(document),
        instrumentsSection(instruments),
        findingsSection(instruments),
        measuresSection(instruments),
        hintsSection(document),
        cellsSection(roster.cells),
        unseenSection(document),
        section('facts', 'What was checked', [factList(checkFacts(document))]),
      ],
      data: cellsPageData(roster.cells),
    },
    assets,
  );
}

function nextSection({ report, verdict }: CheckDocument): Markup {
  if (report.next.length === 0 || verdict.tone === 'good') return nothing;
  return section('next', 'Next', [
    html`<ol>${report.next.map((each) => html`<li>${printable(each)}</li>`)}</ol>`,
  ]);
}

function instrumentsSection(instruments: readonly InstrumentDocument[]): Markup {
  const columns = [
    { title: 'Status' },
    { title: 'Instrument' },
    { title: 'What it says' },
    { title: 'Rests on' },
  ];
  const rows = instruments.map((each) => [
    html`<span class="verdict-cell">${sign(each.status === 'abstained' ? 'plain' : each.tone, each.sign)} ${each.status}${each.isBinding ? nothing : html`<span class="badge">advisory</span>`}</span>`,
    html`<code>${each.id}</code><p class="reason">${each.title}</p>`,
    html`${each.reason}${each.control === null ? nothing : html`<p class="reason">${sign('open')} it passes nothing here: ${each.control}</p>`}`,
    html`<span class="reason">${each.restsOn.join('; ')}</span>`,
  ]);
  return section('instruments', 'Instruments', [table(columns, rows, 'stack')]);
}

/** Findings of what did not pass, an instrument at a time. */
function findingsSection(instruments: readonly InstrumentDocument[]): Markup {
  const told = instruments.filter(({ status, findings }) => status !== 'passed' && findings.length > 0);
  return section(
    'findings',
    'Findings',
    told.flatMap(({ id, findings }) => [html`<h3 class="of">${id}</h3>`, ...findingArticles(findings)]),
  );
}

function measuresSection(instruments: readonly InstrumentDocument[]): Markup {
  const rows = instruments.flatMap(({ id, measures }) =>
    measures.map(({ name, value, accepted }) => [html`<code>${id}</code>`, name, value, accepted]),
  );
  if (rows.length === 0) return nothing;
  const columns = [{ title: 'Instrument' }, { title: 'Measure' }, { title: 'Value' }, { title: 'Asked' }];
  return section('measures', 'Measures', [table(columns, rows, 'stack')]);
}

function hintsSection({ report }: CheckDocument): Markup {
  const { hints } = report;
  if (hints === null || hints.length === 0) return nothing;
  const rows = hints.map(({ file, line, text }) => [
    html`<code>${printable(file)}:${line}</code>`,
    printable(text),
  ]);
  return section('hints', 'Hints', [
    html`<p class="dim">Places that often make decisions differ: no verdict.</p>`,
    table([{ title: 'Look at' }, { title: 'Why' }], rows),
  ]);
}

function unseenSection({ report }: CheckDocument): Markup {
  const unseen = report.not_looked_at;
  if (unseen.length === 0) return nothing;
  const rows = unseen.map(({ subject, reason }) => [printable(subject), printable(reason)]);
  return section('unseen', 'Not looked at', [table([{ title: 'What' }, { title: 'Why' }], rows)]);
}
