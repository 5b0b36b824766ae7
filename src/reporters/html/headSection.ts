import type { RunDocument, Verdict } from '../documents/document.ts';
import { type Fact, keyFigures } from '../documents/facts.ts';
import { html, type Markup, nothing } from './markup.ts';
import { sign } from './parts.ts';

/** How the run ended, before anything else. */
export function runHead(document: RunDocument): Markup {
  const { run, record, verdict, requirements, isScored } = document;
  const cell = run?.cell ?? null;
  const parts = [
    run?.data.source ?? '',
    cell === null ? '' : `[${cell.start}, ${cell.end})`,
    cell === null ? '' : `seed ${cell.seed}`,
    run?.costs == null ? '' : `${run.costs} costs`,
    run?.transport ?? '',
  ].filter((each) => each !== '');
  const isMissing = document.decisions.verdicts.accepted < document.decisions.count;
  const unscored =
    isScored || document.decisions.count === 0
      ? nothing
      : html`<p class="note">No score: a run that is not clean has no returns of the agent’s own.${isMissing ? ' Where a decision was missing, the kit held.' : ''}</p>`;
  return pageHead({
    kind: 'Run report',
    id: record.id,
    title: run?.agent ?? 'unknown agent',
    parts,
    verdict,
    after: html`${requirementList(requirements)}${unscored}`,
    figures: keyFigures(document),
  });
}

export interface HeadParts {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly parts: readonly string[];
  readonly verdict: Verdict;
  readonly after: Markup;
  readonly figures: readonly Fact[];
}

export function pageHead({ kind, id, title, parts, verdict, after, figures }: HeadParts): Markup {
  return html`<header>
<p class="kind"><span>SharpeBench · ${kind}</span><span>${id}</span></p>
<h1>${title}</h1>
<p class="cell">${parts.map((part, index) => html`${index === 0 ? nothing : html`<span class="dot" aria-hidden="true"> · </span>`}<span>${part}</span>`)}</p>
<div class="verdict ${verdict.tone}">${sign(verdict.tone)}<div><p><strong>${verdict.word}</strong> <span>${verdict.sentence}</span></p>${after}</div></div>
${figureList(figures)}</header>
`;
}

function figureList(figures: readonly Fact[]): Markup {
  if (figures.length === 0) return nothing;
  const rows = figures.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<dl class="figures">${rows}</dl>`;
}

function requirementList(requirements: RunDocument['requirements']): Markup {
  if (requirements.length === 0) return nothing;
  const rows = requirements.map(({ id, isMet }) => {
    const tone = isMet === null ? 'open' : isMet ? 'good' : 'bad';
    const word = isMet === null ? 'not known' : isMet ? 'met' : 'not met';
    return html`<li>${sign(tone)} ${id.replaceAll('-', ' ')}<span class="hidden">: ${word}</span></li>`;
  });
  return html`<ul class="requirements">${rows}</ul>`;
}
