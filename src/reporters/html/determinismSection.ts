import type { DoubleRunDocument, ProbeDocument } from '../documents/document.ts';
import { html, type Markup, nothing } from './markup.ts';
import { preformatted, section, sign, table } from './parts.ts';

/** Whether a second run decided alike: for how many steps, or where not, side by side. */
export function determinismSection(
  doubleRun: DoubleRunDocument | null,
  probes: readonly ProbeDocument[],
): Markup {
  return section('determinism', 'Determinism', [
    ...(doubleRun === null ? [] : [doubleRunBody(doubleRun)]),
    ...(probes.length === 0
      ? []
      : [
          html`<ul class="plain">${probes.map(({ tone, sentence }) => html`<li>${sign(tone)} ${sentence}</li>`)}</ul>`,
        ]),
  ]);
}

function doubleRunBody({
  tone,
  sentence,
  varied,
  notExercised,
  divergence,
  cause,
  hints,
}: DoubleRunDocument): Markup {
  return html`<p class="lead">${sign(tone)} ${sentence}</p>
${divergence === null ? nothing : sideBySide(divergence)}${
  cause === null
    ? nothing
    : html`<dl class="words"><div><dt>why</dt><dd>${cause.text}</dd></div><div><dt>fix</dt><dd>${cause.fix}</dd></div></dl>`
}${
  hints.length === 0
    ? nothing
    : table(
        [{ title: 'Look at' }, { title: 'Why' }],
        hints.map(({ file, line, text }) => [html`<code>${file}:${line}</code>`, text]),
      )
}<p class="dim">${varied.length === 0 ? nothing : html`Varied: ${varied.join(', ')}. `}${
    notExercised.length === 0 ? nothing : html`Not exercised: ${notExercised.join(', ')}.`
  }</p>
`;
}

function sideBySide(divergence: NonNullable<DoubleRunDocument['divergence']>): Markup {
  const { pointer, a, b, remark, history, stderrA, stderrB } = divergence;
  const before = history.map(
    ({ step, answer }) =>
      html`<div class="equal"><p class="dim">${sign('good')} step ${step}, A = B</p><pre>${answer}</pre></div>`,
  );
  return html`${before}<p class="where">${sign('bad')} step ${divergence.step}, ${
    pointer === '' ? 'the answer' : html`<code>${pointer}</code>`
  }${remark === null ? nothing : html`: ${remark}`}</p>
<div class="sides">${side('A', a, stderrA)}${side('B', b, stderrB)}</div>
`;
}

function side(name: string, value: string, stderr: string): Markup {
  return html`<div><h3>Run ${name}</h3><pre class="value">${value}</pre>${
    stderr === '' ? nothing : html`<p class="dim">stderr</p>${preformatted(stderr)}`
  }</div>`;
}
