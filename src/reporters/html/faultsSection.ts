import type { FaultDocument, FaultMoment, FaultsDocument, Tone } from '../documents/document.ts';
import { toneSigns } from '../documents/tones.ts';
import { signed, significant } from '../text/numbers.ts';
import { html, type Markup, nothing } from './markup.ts';
import { section, sign, table } from './parts.ts';

/** Rows of answers that are shown of one fault, the worst first where there are more. */
const ANSWERS = 60;
const WIDTH = 1000;

/** What a plan did at which step, and how each answer to it was graded. */
export function faultsSection(faults: FaultsDocument | null): Markup {
  if (faults === null) return nothing;
  const { declaration, planSha256 } = faults;
  return section('faults', 'Faults', [
    html`<p class="dim">Plan <code>${planSha256.slice(0, 12)}</code>. The book and the returns are true; only what was shown and accepted changed.</p>`,
    ...(declaration.length === 0
      ? []
      : [
          html`<details><summary>What the plan declares</summary><ul>${declaration.map((line) => html`<li>${line}</li>`)}</ul></details>`,
        ]),
    ...(faults.faults.length === 0 ? [html`<p>None of its faults is assigned to this cell.</p>`] : []),
    ...faults.faults.map((fault) => faultArticle(fault, faults.steps)),
  ]);
}

function faultArticle(fault: FaultDocument, steps: number): Markup {
  const { id, tone, tally, events, advice } = fault;
  return html`<article class="fault"><h3>${sign(tone)} <code>${id}</code> <span class="plain">${tally.replaceAll('_', ' ')}</span></h3>
${events.length === 0 ? nothing : timeline(events, steps)}${answerTable(events)}${plainEvents(events)}${advice.map(
  (each) => html`<p class="dim">A robust agent ${each}.</p>`,
)}</article>
`;
}

/** Where in the run it was felt; the shape of a mark says what its colour says. */
function timeline(events: readonly FaultMoment[], steps: number): Markup {
  const span = Math.max(1, steps - 1);
  const marks = new Map<string, { readonly x: number; readonly tone: Tone; readonly step: number }>();
  for (const { step, tone } of events) {
    if (step === null) continue;
    const x = Math.round((Math.min(step, span) / span) * WIDTH);
    const key = `${x} ${tone}`;
    if (!marks.has(key)) marks.set(key, { x, tone, step });
  }
  const shapes = [...marks.values()].map(({ x, tone, step }) => {
    const at = `${((x / WIDTH) * 100).toFixed(1)}%`;
    return html`<text x="${at}" y="15" class="${tone}">${toneSigns[tone]}<title>step ${step}</title></text>`;
  });
  return html`<div class="timeline"><svg role="img" aria-label="steps at which it was felt" height="34" width="100%"><line x1="0" x2="100%" y1="20" y2="20"/>${shapes}<text class="end" x="0" y="33">0</text><text class="end last" x="100%" y="33">${span}</text></svg></div>
`;
}

const RANK: Readonly<Record<Tone, number>> = { bad: 0, open: 1, good: 2 };

function answerTable(events: readonly FaultMoment[]): Markup {
  const answers = events.filter(({ answer }) => answer !== null);
  if (answers.length === 0) return nothing;
  const shown = answers
    .toSorted((a, b) => RANK[a.tone] - RANK[b.tone])
    .slice(0, ANSWERS)
    .toSorted((a, b) => (a.step ?? 0) - (b.step ?? 0));
  const more = answers.length - shown.length;
  const rows = shown.map(({ step, date, tone, outcome, answer }) => [
    String(step ?? '-'),
    html`<span class="verdict-cell">${date ?? ''}</span>`,
    html`<span class="verdict-cell">${sign(tone)} ${outcome.replaceAll('_', ' ')}</span>`,
    answer!.symbol,
    shares(answer!.shown),
    shares(answer!.real),
    weight(answer!.stated, 'nothing'),
    weight(answer!.ordered, 'no order'),
  ]);
  const columns = [
    { title: 'Step', isNumber: true },
    { title: 'Date' },
    { title: 'Grade' },
    { title: 'Symbol' },
    { title: 'Shown', isNumber: true },
    { title: 'True', isNumber: true },
    { title: 'Stated', isNumber: true },
    { title: 'Then', isNumber: true },
  ];
  return html`${table(columns, rows)}${more > 0 ? html`<p class="dim">and ${more} more answers</p>` : nothing}`;
}

function plainEvents(events: readonly FaultMoment[]): Markup {
  const rows = events.filter(({ answer }) => answer === null).slice(0, ANSWERS);
  if (rows.length === 0) return nothing;
  return html`<ul class="plain">${rows.map(
    ({ step, date, tone, outcome }) =>
      html`<li>${sign(tone)} ${step === null ? 'at the end' : `step ${step}, ${date ?? ''}`}: ${outcome}</li>`,
  )}</ul>`;
}

function shares(value: number | null): string {
  return value === null ? '-' : value === 0 ? '0' : significant(value);
}

function weight(value: number | null, none: string): string {
  return value === null ? none : value === 0 ? '0' : signed(value, 3);
}
