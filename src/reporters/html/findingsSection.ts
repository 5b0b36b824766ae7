import type { FindingDocument, FindingGroup } from '../documents/document.ts';
import { excerptParts } from '../documents/excerptParts.ts';
import { findingPlace } from '../documents/findingPlace.ts';
import { severitySigns, severityTones } from '../documents/tones.ts';
import { html, type Markup, nothing } from './markup.ts';
import { preformatted, section, sign } from './parts.ts';

/** What was wrong, by code: each with the place marked, why, and how to mend it. */
export function findingsSection(groups: readonly FindingGroup[]): Markup {
  return section('findings', 'Findings', findingArticles(groups));
}

export function findingArticles(groups: readonly FindingGroup[]): readonly Markup[] {
  return groups.filter(({ severity }) => severity !== 'notice').map(groupArticle);
}

/** What is worth knowing and is nobody's fault. */
export function noticesSection(groups: readonly FindingGroup[]): Markup {
  const notices = groups.filter(({ severity }) => severity === 'notice');
  if (notices.length === 0) return nothing;
  const rows = notices.flatMap(({ code, findings }) =>
    findings.map(
      ({ message, fix }) =>
        html`<li>${sign('plain')} ${message} <span class="dim">${fix}</span> <code class="code">${code}</code></li>`,
    ),
  );
  return section('notices', 'Notices', [html`<ul class="notices">${rows}</ul>`]);
}

function groupArticle({ code, severity, count, findings }: FindingGroup): Markup {
  const more = count - findings.length;
  const times = count === 1 ? nothing : html`<span class="times">${count} times</span>`;
  const rest =
    more > 0
      ? html`<p class="dim">and ${more} more of this code; the record has all that were kept</p>`
      : nothing;
  const distinct = findings.filter(
    (each, index) => findings.findIndex((other) => isSame(each, other)) === index,
  );
  return html`<article class="finding">
<h3>${sign(severityTones[severity], severitySigns[severity])} <code>${code}</code> <span class="hidden">${severity}</span>${times}</h3>
${distinct.map((each, index) => findingBody(each, distinct[index - 1] ?? null, findings))}${rest}</article>
`;
}

/** They differ in their step alone. */
function isSame(a: FindingDocument, b: FindingDocument): boolean {
  return (
    a.message === b.message && a.excerpt?.text === b.excerpt?.text && a.excerpt?.column === b.excerpt?.column
  );
}

/** Words that are those of the finding before it are not said again. */
function findingBody(
  finding: FindingDocument,
  before: FindingDocument | null,
  all: readonly FindingDocument[],
): Markup {
  const { message, cause, fix, source } = finding;
  const [headline = '', ...detail] = message.split('\n');
  const steps = all
    .filter((each) => isSame(each, finding))
    .flatMap(({ step }) => (step === null ? [] : [step]));
  const place = findingPlace(finding, steps);
  const step = place === '' ? nothing : html`<span class="step">${place}</span> `;
  return html`<div class="case"><p class="message">${step}${headline}</p>
${detail.length === 0 ? nothing : preformatted(detail.join('\n'))}${excerptBlock(finding)}<dl class="words">${[
    wordRow('found', finding.found === null ? null : html`<code>${finding.found}</code>`),
    wordRow('expected', acceptedText(finding)),
    wordRow('where', finding.pointer === null ? null : html`<code>${finding.pointer}</code>`),
    wordRow('source', source === null ? null : html`<code>${source.file}:${source.line}</code>`),
    wordRow('why', cause === null || cause === before?.cause ? null : html`${cause}`),
    wordRow('fix', fix === before?.fix ? null : html`${fix}`),
  ]}</dl></div>
`;
}

function wordRow(label: string, value: Markup | null): Markup {
  return value === null ? nothing : html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function acceptedText({ accepted }: FindingDocument): Markup | null {
  if (accepted.length === 0) return null;
  return html`${accepted.map((each, index) => html`${index === 0 ? '' : ', '}<code>${each}</code>`)}`;
}

function excerptBlock({ excerpt }: FindingDocument): Markup {
  if (excerpt === null) return nothing;
  const [before, marked, after] = excerptParts(excerpt);
  return html`<pre class="excerpt">${before}<mark>${marked}</mark>${after}</pre>`;
}
