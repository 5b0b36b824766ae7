import type { Curve, RunDocument } from '../documents/document.ts';
import { conductFacts, healthFacts, runFacts, spendFacts, timingFacts } from '../documents/facts.ts';
import { stepWords } from '../documents/tones.ts';
import { fixed, milliseconds } from '../text/numbers.ts';
import { determinismSection } from './determinismSection.ts';
import { faultsSection } from './faultsSection.ts';
import { findingsSection, noticesSection } from './findingsSection.ts';
import { runHead } from './headSection.ts';
import { html, type Markup, nothing } from './markup.ts';
import { type PageAssets, page } from './page.ts';
import { runPageData } from './pageData.ts';
import { factList, section, sign, table } from './parts.ts';

/** The record of a run as one page that needs nothing else, in pieces. */
export function runPage(document: RunDocument, assets: PageAssets): Iterable<string> {
  const { findings, doubleRun, probes, faults } = document;
  return page(
    {
      title: `${document.verdict.word}: ${document.run?.agent ?? document.record.id}`,
      body: [
        runHead(document),
        problemsSection(document),
        findingsSection(findings),
        chartsSection(document),
        determinismSection(doubleRun, probes),
        faultsSection(faults),
        decisionsSection(document),
        detailsSection(document),
        attemptsSection(document),
        noticesSection(findings),
        section('facts', 'What was run', [factList(runFacts(document))]),
      ],
      data: runPageData(document),
    },
    assets,
  );
}

/** What the record itself lacks is said before what it says. */
function problemsSection({ problems }: RunDocument): Markup {
  if (problems.length === 0) return nothing;
  return section('problems', 'This record is not whole', [
    html`<ul class="plain">${problems.map((each) => html`<li>${sign('open')} ${each}</li>`)}</ul>`,
  ]);
}

function chartsSection({ curves, isScored, decisions }: RunDocument): Markup {
  if (curves.equity.steps.length === 0) return nothing;
  const isMissing = decisions.verdicts.accepted < decisions.count;
  const caution = isScored
    ? nothing
    : html`<p class="dim">The book as it was${isMissing ? ', with the kit’s holds in it' : ''}: not a score.</p>`;
  const missing = isMissing
    ? html` <span class="key">${sign('bad')} no decision of the agent’s own</span>`
    : nothing;
  const baseline =
    curves.baseline === null
      ? nothing
      : html` <span class="key baseline"><i></i>buy and hold, same cell</span>`;
  return section('equity', 'Equity', [
    caution,
    html`<figure><figcaption><span class="key nav"><i></i>NAV</span>${baseline}${missing}<span class="readout" id="equity-readout"></span></figcaption><div class="chart" id="equity-chart" role="img" aria-label="NAV after each step: ${spoken(curves.equity)}"></div></figure>
<figure><figcaption><span class="key fall"><i></i>drawdown</span><span class="readout" id="drawdown-readout"></span></figcaption><div class="chart" id="drawdown-chart" role="img" aria-label="fall below the highest NAV so far: ${spoken(curves.drawdown)}"></div></figure>
<noscript><p class="dim">The charts and the table of decisions need the page’s own script.</p></noscript>`,
  ]);
}

/** What a chart says to those who do not see it. */
function spoken({ values }: Curve): string {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const text = (value: number | undefined) => fixed(value ?? null, 4);
  return `first ${text(values[0])}, last ${text(values.at(-1))}, least ${text(low)}, greatest ${text(high)}`;
}

function decisionsSection({ decisions }: RunDocument): Markup {
  if (decisions.count === 0) return nothing;
  const left = decisions.count - decisions.rows.length;
  const counts = Object.entries(decisions.verdicts).filter(([, count]) => count > 0);
  const choices = counts.map(
    ([verdict, count]) =>
      html`<option value="${verdict}">${stepWords[verdict as keyof typeof stepWords]} (${count})</option>`,
  );
  return section('decisions', 'Decisions', [
    html`<div class="filters" role="search"><label>Filter <input id="filter-text" type="search" autocomplete="off" spellcheck="false" placeholder="symbol, date, code, words, or 120-140 for steps"></label><label>Verdict <select id="filter-verdict"><option value="">all (${decisions.rows.length})</option>${choices}</select></label></div>
<div id="table"></div>
${left > 0 ? html`<p class="dim">The first ${decisions.rows.length} of ${decisions.count} steps; the journal has all.</p>` : nothing}`,
  ]);
}

function detailsSection(document: RunDocument): Markup {
  const groups = [
    ['Answers', healthFacts(document)],
    ['Conduct', conductFacts(document)],
    ['Decide times', timingFacts(document)],
    ['Reported spend', spendFacts(document)],
  ] as const;
  const shown = groups.filter(([, facts]) => facts.length > 0);
  if (shown.length === 0) return nothing;
  return section('details', 'Details', [
    html`<div class="groups">${shown.map(([title, facts]) => html`<div><h3>${title}</h3>${factList(facts)}</div>`)}</div>`,
    ...(document.isScored
      ? [html`<p class="dim">One run is a smoke read. The numbers are the kit’s own, not the board’s.</p>`]
      : []),
  ]);
}

function attemptsSection({ attempts, comparisons }: RunDocument): Markup {
  if (attempts.length === 0) return nothing;
  const columns = [
    { title: 'Attempt' },
    { title: 'Generation', isNumber: true },
    { title: 'Outcome' },
    { title: 'Cause' },
    { title: 'Turns', isNumber: true },
    { title: 'Duration', isNumber: true },
  ];
  const rows = attempts.map(({ id, generation, outcome, failure, code, turns, durationMs }) => [
    html`<code>${id}</code>`,
    String(generation),
    html`${sign(outcome === 'passed' ? 'good' : outcome === 'failed' ? 'bad' : 'open')} ${outcome}`,
    [failure, code].filter((each) => each !== null).join(': '),
    String(turns),
    milliseconds(durationMs),
  ]);
  return section('attempts', 'Attempts', [
    table(columns, rows),
    comparisons.length === 0
      ? nothing
      : html`<ul class="plain">${comparisons.map((each) => html`<li>${each}</li>`)}</ul>`,
  ]);
}
