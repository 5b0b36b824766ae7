import { NON_DETERMINISTIC } from '../../harness/stop.ts';
import { count } from '../../reporters/text/numbers.ts';
import { cutToCells, wrapToCells } from '../text/cells.ts';
import { type Line, span, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { bounded, isFocused, type Pane, type PaneContext, titleLine } from './pane.ts';

const INDENT = 2;

/** What two runs of the agent showed so far, and never more. */
export const determinismPane: Pane = (context, width, height) => {
  const divergence = divergenceAt(context);
  const right = divergence === null ? [] : [span(equalBefore(divergence), 'dim')];
  const title = titleLine('Determinism', isFocused(context, 'determinism'), right, width);
  return [title, ...bounded(bodyLines(context, divergence, width), height - 1)].slice(0, height);
};

function bodyLines(context: PaneContext, divergence: Divergence | null, width: number): Line[] {
  const { run, upTo } = context;
  if (divergence !== null) return divergenceLines(context, divergence, width);
  const { twin, report } = run;
  const isWhole = upTo === run.turns.length;
  const double = isWhole ? report?.double_run : undefined;
  if (double?.status === 'no_verdict') {
    const reason = double.reason ?? 'nothing could be compared';
    return paragraph(`! no verdict: ${reason} (${double.steps_compared} compared)`, 'warn', width);
  }
  if (double?.status === 'equal') {
    return [
      [span('  ✓ ', 'good'), span(`A = B for ${count(double.steps_compared, 'step')}`)],
      ...paragraph(`varied: ${double.varied.join(', ')}`, 'dim', width),
      ...(double.not_exercised.length === 0
        ? []
        : paragraph(`not exercised: ${double.not_exercised.join(', ')}`, 'dim', width)),
    ];
  }
  if (twin === null && run.turns.length === 0 && run.ended === null)
    return paragraph('nothing to compare yet', 'dim', width);
  if (twin === null) return paragraph(whyNoTwin(context), 'dim', width);
  if (twin.mode === 'afterwards') return paragraph('the second run follows the first', 'dim', width);
  if (upTo === 0) return paragraph('nothing to compare yet', 'dim', width);
  return [
    [span('  ✓ ', 'good'), span(`A = B for ${count(upTo, 'step')}`)],
    ...paragraph(`varied: ${twin.varied.join(', ')}`, 'dim', width),
  ];
}

function whyNoTwin({ run }: PaneContext): string {
  return run.started?.agent.transport === 'in-process'
    ? 'a built-in agent is run once'
    : 'one run only (d runs two side by side)';
}

interface Divergence {
  readonly step: number;
  readonly pointer: string;
  readonly a: string;
  readonly b: string;
  readonly remark: string | null;
}

/** The first divergence at or before the step being looked at. */
function divergenceAt({ run, upTo }: PaneContext): Divergence | null {
  const logged = run.findings.find(({ finding }) => finding.diagnostic.code === NON_DETERMINISTIC);
  if (logged !== undefined && logged.step < Math.max(1, upTo)) {
    const { place, facts } = logged.finding.diagnostic;
    return {
      step: logged.step,
      pointer: place.pointer ?? '',
      a: String(facts.a ?? ''),
      b: String(facts.b ?? ''),
      remark: typeof facts.remark === 'string' ? facts.remark : null,
    };
  }
  const told = run.report?.double_run?.divergence ?? null;
  return told === null || told.step >= upTo ? null : told;
}

function equalBefore({ step }: Divergence): string {
  return step === 0 ? 'no step was equal' : `equal up to step ${step - 1}`;
}

function divergenceLines({ run }: PaneContext, found: Divergence, width: number): Line[] {
  const { dates } = run.market.inputs.dataset;
  const date = dates[run.market.inputs.window.start + found.step] ?? '';
  const where = found.pointer === '' ? 'the answer' : screenText(found.pointer);
  const value = (name: string, text: string, tone: Tone): Line => [
    span(`    ${name}  `, 'dim'),
    span(cutToCells(screenText(text), Math.max(4, width - 8)), tone),
  ];
  const cause = run.report?.double_run?.cause ?? null;
  const hints = run.report?.double_run?.hints ?? [];
  return [
    ...paragraph(
      `✗ A and B differ first at step ${found.step} (${screenText(date)}), ${where}`,
      'bad',
      width,
    ),
    value('A', found.a, 'bright'),
    value('B', found.b, 'bright'),
    ...(found.remark === null ? [] : paragraph(`  ${found.remark}`, 'plain', width)),
    ...(cause === null
      ? paragraph(
          run.report === null ? '  the cause is looked for once the run is done' : '  no cause was found',
          'dim',
          width,
        )
      : [
          ...paragraph(`  why: ${cause.text}`, 'plain', width),
          ...paragraph(`  fix: ${cause.fix}`, 'plain', width),
        ]),
    ...hints
      .slice(0, 3)
      .flatMap(({ file, line, text }) => paragraph(`  look at ${file}:${line}: ${text}`, 'plain', width)),
  ];
}

function paragraph(text: string, tone: Tone, width: number): Line[] {
  const indent = INDENT + (/^ */.exec(text)?.[0].length ?? 0);
  return wrapToCells(screenText(text.trimStart()), Math.max(8, width - indent)).map((part) => [
    span(' '.repeat(indent)),
    span(part, tone),
  ]);
}
