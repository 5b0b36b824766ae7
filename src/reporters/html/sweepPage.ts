import type { CellResult } from '../../harness/sweep/records.ts';
import type { SweepReport } from '../../harness/sweep/report.ts';
import { printable } from '../../kernel/printable.ts';
import type { SweepDocument } from '../documents/sweepDocument.ts';
import { sweepFacts, sweepFigures, windowColumns, windowRows } from '../documents/sweepFacts.ts';
import { count } from '../text/numbers.ts';
import { pageHead } from './headSection.ts';
import { html, type Markup, nothing } from './markup.ts';
import { type PageAssets, page } from './page.ts';
import { cellsPageData } from './pageData.ts';
import { factList, section, table } from './parts.ts';
import { returnsSection } from './returnsSection.ts';

/** All cells of a sweep as one page that needs nothing else, in pieces. */
export function sweepPage(document: SweepDocument, assets: PageAssets): Iterable<string> {
  const { report, record, verdict } = document;
  const { plan, shard, overall } = report;
  return page(
    {
      title: `${verdict.word}: ${printable(plan.agent.id)}`,
      body: [
        pageHead({
          kind: 'Sweep report',
          id: record.id,
          title: printable(plan.agent.id),
          parts: [
            printable(plan.data.source),
            `${count(plan.windows.length, 'window')} × ${count(plan.seeds.length, 'seed')}`,
            `${printable(plan.costs)} costs`,
            plan.agent.transport,
            ...(shard === null ? [] : [`shard ${shard.index} of ${shard.count}`]),
          ],
          verdict,
          after:
            overall.no_totals === null
              ? nothing
              : html`<p class="note">No totals are claimed: ${overall.no_totals}.</p>`,
          figures: sweepFigures(report),
        }),
        windowsSection(report),
        returnsSection(report.cells),
        faultsSection(report),
        cellsSection(report.cells),
        section('facts', 'What was run', [factList(sweepFacts(document))]),
      ],
      data: cellsPageData(report.cells),
    },
    assets,
  );
}

function windowsSection(report: SweepReport): Markup {
  const columns = windowColumns.map((title, index) => ({ title, isNumber: index > 0 }));
  return section('windows', 'Windows', [
    table(columns, windowRows(report)),
    html`<p class="dim">Over clean runs; the gate is over all. The numbers are the kit’s own, not the board’s.</p>`,
  ]);
}

function faultsSection({ overall }: SweepReport): Markup {
  const { faults } = overall;
  if (faults === undefined) return nothing;
  const columns = [
    { title: 'Fault' },
    { title: 'Cells with evidence', isNumber: true },
    { title: 'Assigned', isNumber: true },
    { title: 'Fired', isNumber: true },
  ];
  const rows = faults.map(({ fault_id, cells, assigned, fired }) => [
    html`<code>${printable(fault_id)}</code>`,
    cells,
    assigned,
    fired,
  ]);
  return section('faults', 'Faults', [table(columns, rows)]);
}

/** The cells of a sweep or a check, for the page's own script to fill. */
export function cellsSection(cells: readonly Pick<CellResult, 'status'>[]): Markup {
  if (cells.length === 0) return nothing;
  const statuses = [...new Set(cells.map(({ status }) => status))];
  const counts = statuses.map(
    (status) => [status, cells.filter((each) => each.status === status).length] as const,
  );
  const choices = counts.map(
    ([status, number]) => html`<option value="${status}">${status.replace('_', ' ')} (${number})</option>`,
  );
  return section('cells', 'Cells', [
    html`<div class="filters" role="search"><label>Filter <input id="filter-text" type="search" autocomplete="off" spellcheck="false" placeholder="window, seed or code"></label><label>Status <select id="filter-verdict"><option value="">all (${cells.length})</option>${choices}</select></label></div>
<div id="table"></div>
<noscript><p class="dim">The table of cells needs the page’s own script.</p></noscript>`,
  ]);
}
