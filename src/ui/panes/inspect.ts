import { prettyJson } from '../../determinism/prettyJson.ts';
import { observationAt } from '../../engine/observe.ts';
import { limits } from '../../kernel/limits.ts';
import { writeDecision } from '../../protocol/write/writeDecision.ts';
import { writeWholeObservation } from '../../protocol/write/writeObservation.ts';
import type { ShownTurn } from '../model/runLog.ts';
import { cutToCells, piecesOf } from '../text/cells.ts';
import { amount, weight } from '../text/figures.ts';
import { type Line, span, spreadLine, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { detailLines, findingGroups } from './contract.ts';
import { bounded, type Pane, type PaneContext, type ScrollRange, scrollMost } from './pane.ts';

/** Left of inspect: the observation as it was shown, with what changed since the step before. */
export const observationPane: Pane = (context, width, height) => {
  const lines = observationLines(context);
  const scroll = Math.min(context.ui.scroll, scrollMost(lines, height - 1));
  const more = lines.length - scroll - (height - 1);
  const title = spreadLine(
    [span(' Observation', 'bright'), span('  + changed since the step before', 'dim')],
    [span(more > 0 ? `${more} more below` : '', 'accent')],
    width,
  );
  return [title, ...lines.slice(scroll, scroll + height - 1).map((line) => cutSpans(line, width))];
};

export const observationScroll: ScrollRange = (context, _, height) =>
  scrollMost(observationLines(context), height - 1);

/** Right of inspect: the raw answer, the decision as it was read, its fills and findings. */
export const answerPane: Pane = (context, width, height) => {
  const lines = answerLines(context, width);
  return bounded(lines.slice(Math.min(context.ui.scroll, scrollMost(lines, height))), height);
};

export const answerScroll: ScrollRange = (context, width, height) =>
  scrollMost(answerLines(context, width), height);

function answerLines(context: PaneContext, width: number): Line[] {
  const { run, upTo } = context;
  if (upTo === 0) return [[span(' no step yet', 'dim')]];
  const turn = run.turns[upTo - 1]!;
  return [
    [
      span(` Step ${turn.step}`, 'bright'),
      span(`  ${screenText(turn.date)}  ${turn.verdict}`, verdictTone(turn)),
    ],
    ...findingLines(context, turn, width),
    ...section('fills', fillLines(context, turn)),
    ...section('answer as it came', rawLines(turn, width)),
    ...section(
      turn.verdict === 'accepted' ? 'decision as it was read' : 'held by the kit in its place',
      jsonLines(writeDecision(turn.decision)),
    ),
  ];
}

function observationLines(context: PaneContext): Line[] {
  if (context.upTo === 0) return [];
  const step = context.upTo - 1;
  const now = observationText(context, step).split('\n');
  const before = step === 0 ? null : observationText(context, step - 1).split('\n');
  return now.map((text, index): Line => {
    const isNew = before !== null && before[index] !== text;
    return [span(isNew ? ' + ' : '   ', 'accent'), span(screenText(text), isNew ? 'bright' : 'dim')];
  });
}

/** Exactly the members that the agent was shown at a step, one a line; close histories in one line each. */
function observationText({ run }: PaneContext, step: number): string {
  const { dataset, window } = run.market.inputs;
  const shown = run.turns[step]?.faults?.shown ?? null;
  const truth = run.book.after(step);
  const cash = shown === null ? truth.cash : shown.cash;
  const shares =
    shown === null ? truth.shares : Float64Array.from(dataset.symbols, (symbol) => shown.shares[symbol] ?? 0);
  const text = writeWholeObservation(observationAt(dataset, window.start + step, cash, shares));
  if (text.length > limits.inspectedChars)
    return prettyJson(JSON.stringify({ date: dataset.dates[window.start + step], cash }));
  return prettyJson(text).replaceAll(
    /\[\n\s+(-?[0-9][^\]{}"]*)\]/g,
    (_, list: string) => `[${oneLine(list)}]`,
  );
}

/** The newest closes are what matters, so of a long history the end is shown. */
function oneLine(list: string): string {
  const values = list.trim().split(/,\s*/);
  return values.length <= 6 ? values.join(', ') : `… ${values.slice(-6).join(', ')}`;
}

function rawLines(turn: ShownTurn, width: number): Line[] {
  if (turn.raw === null) return [[span('   nothing on a wire', 'dim')]];
  const text = turn.raw.text ?? `${turn.raw.bytes} bytes that are no text`;
  return piecesOf(screenText(text.slice(0, 2000)), Math.max(10, width - 3)).map((part) => [
    span(`   ${part}`, 'plain'),
  ]);
}

function jsonLines(compact: string): Line[] {
  return prettyJson(compact.slice(0, limits.inspectedChars))
    .split('\n')
    .map((text) => [span(`   ${screenText(text)}`, 'plain')]);
}

function fillLines({ run }: PaneContext, turn: ShownTurn): Line[] {
  const { symbols } = run.market.inputs.dataset;
  if (turn.fills.length === 0) return [[span('   none', 'dim')]];
  return turn.fills.map((fill) => [
    span(`   ${screenText(symbols[fill.symbolIndex]!)}  `, 'bright'),
    span(
      `${fill.outcome}${fill.wasCarried ? ', carried over' : ''}`,
      fill.outcome === 'filled' ? 'good' : 'warn',
    ),
    span(`  to ${weight(fill.targetWeight)}`, 'plain'),
    span(
      fill.shares === 0 ? '' : `  ${amount(fill.shares)} at ${amount(fill.price)}  fee ${amount(fill.fee)}`,
      'dim',
    ),
  ]);
}

function findingLines(context: PaneContext, turn: ShownTurn, width: number): Line[] {
  const found = findingGroups(context.run, context.upTo).filter(({ newestStep }) => newestStep === turn.step);
  return found.flatMap((group): Line[] => [
    [],
    [
      span(
        ` ${group.severity === 'error' ? '✗' : '!'} ${group.code}`,
        group.severity === 'error' ? 'bad' : 'warn',
      ),
    ],
    ...detailLines(group, context, width),
  ]);
}

function section(title: string, lines: readonly Line[]): Line[] {
  return [[], [span(` ${title}`, 'dim')], ...lines];
}

function cutSpans(line: Line, width: number): Line {
  const [mark, text] = line;
  if (mark === undefined || text === undefined) return line;
  return [mark, span(cutToCells(text.text, Math.max(1, width - 3)), text.tone)];
}

function verdictTone(turn: ShownTurn): Tone {
  return turn.verdict === 'accepted' ? 'good' : 'bad';
}
