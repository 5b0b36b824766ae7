import type { Tone } from '../documents/document.ts';
import type { Fact } from '../documents/facts.ts';
import { toneSigns } from '../documents/tones.ts';
import { html, type Markup, nothing, type Part } from './markup.ts';

/** A section with its heading; nothing for an empty one. */
export function section(id: string, title: string, body: readonly Markup[]): Markup {
  const parts = body.filter((each) => each !== nothing);
  if (parts.length === 0) return nothing;
  return html`<section id="${id}"><h2>${title}</h2>${parts}</section>\n`;
}

export function sign(tone: Tone | 'plain', text: string = tone === 'plain' ? 'i' : toneSigns[tone]): Markup {
  return html`<span class="sign ${tone}" aria-hidden="true">${text}</span>`;
}

/** Labels and values; long texts take a line of their own. */
export function factList(facts: readonly Fact[]): Markup {
  if (facts.length === 0) return nothing;
  const rows = facts.map(({ label, value, isText }) =>
    isText === true
      ? html`<div class="text"><dt>${label}</dt><dd><code>${value}</code></dd></div>`
      : html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A table of few rows. Where there is no room, `stack` puts the cells of a row below each other. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
  narrow: 'scroll' | 'stack' = 'scroll',
): Markup {
  const kind = (index: number) => (columns[index]?.isNumber === true ? html` class="number"` : nothing);
  const head = columns.map(({ title }, index) => html`<th scope="col"${kind(index)}>${title}</th>`);
  const body = rows.map(
    (row) => html`<tr>${row.map((cell, index) => html`<td${kind(index)}>${cell}</td>`)}</tr>`,
  );
  return html`<div class="scroll"><table class="${narrow}-narrow"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Text of several lines as it was written. */
export function preformatted(text: string): Markup {
  return html`<pre>${text}</pre>`;
}
