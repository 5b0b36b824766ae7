import type { TurnVerdict } from '../../harness/turnVerdict.ts';
import { milliseconds } from '../../reporters/text/numbers.ts';
import type { RunLog, ShownTurn } from '../model/runLog.ts';
import { cutToCells, padStartCells } from '../text/cells.ts';
import { weight } from '../text/figures.ts';
import { cutLine, type Line, type Span, span, spreadLine, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { isFocused, type Pane, type PaneContext, titleLine } from './pane.ts';

const VERDICT: Readonly<
  Record<TurnVerdict, { readonly sign: string; readonly word: string; readonly tone: Tone }>
> = {
  accepted: { sign: '✓', word: 'ok', tone: 'good' },
  refused: { sign: '✗', word: 'refused', tone: 'bad' },
  timeout: { sign: '✗', word: 'timeout', tone: 'bad' },
  fault: { sign: '✗', word: 'no answer', tone: 'bad' },
  not_asked: { sign: '✗', word: 'not asked', tone: 'warn' },
};

/** Decisions, newest first: what was decided, how sure, how long it took, and what came of it. */
export const decisionsPane: Pane = (context, width, height) => {
  const { run, ui, upTo } = context;
  const rows = Math.max(0, height - 1);
  const picked = pick(context, ui.look === null ? upTo : upTo + Math.floor(rows / 3), rows);
  const lines = picked.map((row) =>
    'from' in row ? spanLine(row, run, width) : turnLine(row, context, width),
  );
  if (lines.length === 0) lines.push([span(`  ${emptyText(context)}`, 'dim')]);
  return [titleLine('Decisions', isFocused(context, 'decisions'), tally(context), width), ...lines].slice(
    0,
    height,
  );
};

function emptyText({ run, ui }: PaneContext): string {
  return ui.filter !== '' && run.turns.length > 0
    ? `nothing contains “${screenText(ui.filter)}”`
    : 'none yet';
}

/** Steps in a row that the agent was not asked for: one row, however many they are. */
interface Unasked {
  readonly from: number;
  readonly to: number;
}

/** Fewer than so many stand for themselves. */
const UNASKED_ROWS = 3;

/** At most `count` rows from step `newest` down that contain the filter. */
function pick({ run, ui, upTo }: PaneContext, newest: number, count: number): (ShownTurn | Unasked)[] {
  const found: (ShownTurn | Unasked)[] = [];
  const wanted = ui.filter.toLowerCase();
  const chosen = ui.look === null ? -1 : upTo - 1;
  for (let at = Math.min(newest, run.turns.length) - 1; at >= 0 && found.length < count; at -= 1) {
    const turn = run.turns[at]!;
    if (wanted !== '' && !searchText(turn).includes(wanted)) continue;
    const from = turn.verdict === 'not_asked' && wanted === '' ? firstUnasked(run, at) : at;
    if (at - from + 1 < UNASKED_ROWS || (chosen >= from && chosen <= at)) {
      found.push(turn);
      continue;
    }
    found.push({ from, to: at });
    at = from;
  }
  return found;
}

function firstUnasked({ turns }: RunLog, at: number): number {
  let from = at;
  while (from > 0 && turns[from - 1]!.verdict === 'not_asked') from -= 1;
  return from;
}

function spanLine({ from, to }: Unasked, run: RunLog, width: number): Line {
  const steps = `${padStartCells(String(to), stepCells(run))}`;
  return cutLine(
    [
      span(` ${steps}`),
      span(` down to ${from}  `, 'dim'),
      span(`${to - from + 1} steps not asked`, 'warn'),
      span(', held by the kit', 'warn'),
    ],
    width,
  );
}

function searchText(turn: ShownTurn): string {
  const orders = turn.decision.orders.map((order) => `${order.symbol} ${order.action}`).join(' ');
  const { word } = VERDICT[turn.verdict];
  return `${turn.step} ${turn.date} ${orders === '' ? 'hold' : orders} ${word} ${turn.code ?? ''}`.toLowerCase();
}

function tally({ run, upTo, ui }: PaneContext): Span[] {
  if (ui.filter !== '') return [span(`filter “${cutToCells(screenText(ui.filter), 24)}”`, 'accent')];
  let accepted = 0;
  for (let at = 0; at < upTo; at += 1) if (run.turns[at]!.verdict === 'accepted') accepted += 1;
  const faults = upTo - accepted;
  return [span(`ok ${accepted}`, 'dim'), ...(faults === 0 ? [] : [span('  '), span(`✗ ${faults}`, 'bad')])];
}

function turnLine(turn: ShownTurn, context: PaneContext, width: number): Line {
  const { run, ui, upTo } = context;
  const { sign, tone } = VERDICT[turn.verdict];
  const isChosen = ui.look !== null && turn.step === upTo - 1;
  const isLater = turn.step >= upTo;
  const retold = turn.faults === undefined ? 0 : turn.faults.rejected.length;
  const left: Span[] = [
    span(isChosen ? '▸' : ' ', 'accent'),
    span(padStartCells(String(turn.step), stepCells(run)), isChosen ? 'bright' : 'plain'),
    span(` ${screenText(width >= 76 ? turn.date : shortDate(turn.date))}  `, 'dim'),
    ...orderSpans(turn),
    ...(retold > 0 ? [span(` (asked ${retold + 1} times)`, 'warn')] : []),
    ...(turn.faults?.shown ? [span(' !', 'warn'), span(' perturbed', 'warn')] : []),
  ];
  const confidence = statedConfidence(turn);
  const right: Span[] = [
    span(padStartCells(confidence === null ? '' : weight(confidence), 4), 'dim'),
    span(padStartCells(turn.decide_ms === null ? '-' : milliseconds(turn.decide_ms), 8), 'dim'),
    span(` ${sign}`, tone),
    ...(width >= 56 ? [span(turn.verdict === 'accepted' ? ' ok' : '   ', 'dim')] : []),
    ...(width >= 44 ? [span(` g${run.generation}`, 'dim')] : []),
  ];
  const line = spreadLine(left, right, width);
  return isLater ? line.map((each) => span(each.text, 'dim')) : cutLine(line, width);
}

function stepCells(run: RunLog): number {
  return Math.max(3, String(Math.max(0, run.steps - 1)).length);
}

/** `05-01` of `2024-05-01`; a label of another form as it is. */
function shortDate(date: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date.slice(5) : cutToCells(date, 8);
}

/** What was decided in short. A hold of the agent and one that the kit filled in look different. */
function orderSpans({ decision, verdict, code }: ShownTurn): Span[] {
  if (verdict !== 'accepted') {
    const { word, tone } = VERDICT[verdict];
    const isNamed = code !== null && code !== word;
    return [span(isNamed ? `${word}: ${code}` : word, tone), span(', held by the kit', 'warn')];
  }
  if (decision.orders.length === 0) return [span('hold', 'dim')];
  const closing = decision.orders.filter(({ target_weight: target }) => target === 0);
  return [
    ...decision.orders
      .filter(({ target_weight: target }) => target !== 0)
      .flatMap((order) => [
        span(`${cutToCells(screenText(order.symbol), 8)} `),
        span(`${weight(order.target_weight)}  `, 'bright'),
      ]),
    ...(closing.length === 0 ? [] : [span(`0: ${namesOf(closing)}`, 'dim')]),
  ];
}

/** Symbols that are to be held no longer. */
function namesOf(orders: ShownTurn['decision']['orders']): string {
  return orders.map(({ symbol }) => cutToCells(screenText(symbol), 8)).join(' ');
}

/** Mean of the confidences that the orders state; null if none does. */
function statedConfidence({ decision }: ShownTurn): number | null {
  const stated = decision.orders.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  return stated.length === 0 ? null : stated.reduce((sum, each) => sum + each, 0) / stated.length;
}
