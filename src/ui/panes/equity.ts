import { percent } from '../../reporters/text/numbers.ts';
import { type Plot, plot } from '../text/braille.ts';
import { padStartCells } from '../text/cells.ts';
import { type Line, type Span, span, type Tone } from '../text/line.ts';
import { type Pane, type PaneContext, titleLine } from './pane.ts';

const AXIS_CELLS = 7;
const OWNER_TONES: readonly Tone[] = ['accent', 'dim'];

/** NAV so far in braille, buying and holding as a dotted line beside it, and how far it fell. */
export const equityPane: Pane = (context, width, height) => {
  const { run, upTo } = context;
  const isOwn = !hasFailed(context);
  const last = upTo === 0 ? 1 : run.navs[upTo - 1]!;
  const change = percent(last - 1);
  const right: Span[] = isOwn
    ? [span(change, upTo === 0 ? 'dim' : last >= 1 ? 'good' : 'bad')]
    : [span('not the agent’s own', 'warn')];
  const title = titleLine('Equity', false, right, width);
  const rows = Math.max(1, height - 3);
  if (height < 4 || width < AXIS_CELLS + 8) return [title, ...footLines(context, width)].slice(0, height);
  return [title, ...plotLines(context, width, rows), ...footLines(context, width)].slice(0, height);
};

/** Once a decision is missing, what the book does is no longer what the agent decided. */
function hasFailed({ run, upTo }: PaneContext): boolean {
  const first = run.turns.findIndex((turn) => turn.verdict !== 'accepted');
  return first !== -1 && first < upTo;
}

function plotLines({ run, baseline, upTo }: PaneContext, width: number, rows: number): Line[] {
  baseline.reach(run.turns.length);
  // The scale is that of the whole run so far, so that scrubbing moves no line.
  const [low, high] = range(run.navs, baseline.navs, run.turns.length);
  const columns = width - AXIS_CELLS - 2;
  const drawn: Plot = plot(
    [
      { values: run.navs, length: upTo, isDotted: false },
      { values: baseline.navs, length: upTo, isDotted: true },
    ],
    { columns, rows, steps: Math.max(1, run.steps), low, high },
  );
  return drawn.rows.map(({ text, owners }, row) => [
    span(padStartCells(axisLabel(row, rows, low, high), AXIS_CELLS), 'dim'),
    span('│', 'dim'),
    ...toned(text, owners),
  ]);
}

function range(navs: Float64Array, baseline: Float64Array, length: number): readonly [number, number] {
  let low = 1;
  let high = 1;
  for (let step = 0; step < length; step += 1) {
    for (const value of [navs[step]!, baseline[step]!]) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return high - low < 1e-9 ? [low - 0.01, high + 0.01] : [low, high];
}

function axisLabel(row: number, rows: number, low: number, high: number): string {
  const digits = high - low < 0.02 ? 4 : 2;
  if (row === 0) return high.toFixed(digits);
  if (row === rows - 1) return low.toFixed(digits);
  const isMiddle = rows >= 5 && row === Math.floor(rows / 2);
  return isMiddle ? ((low + high) / 2).toFixed(digits) : '';
}

/** One span for each stretch of cells with the same curve on top. */
function toned(text: string, owners: Int8Array): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let at = 1; at <= owners.length; at += 1) {
    if (at < owners.length && owners[at] === owners[from]) continue;
    spans.push(span(text.slice(from, at), OWNER_TONES[owners[from]!] ?? 'plain'));
    from = at;
  }
  return spans;
}

function footLines({ run, baseline, upTo }: PaneContext, width: number): Line[] {
  baseline.reach(upTo);
  const fall = drawdown(run.navs, upTo);
  const held = upTo === 0 ? 1 : baseline.navs[upTo - 1]!;
  const drawn: Span[] = [
    span(' drawdown ', 'dim'),
    span(fall === 0 ? '0.0 %' : `-${(fall * 100).toFixed(1)} %`),
  ];
  const other: Span[] = [span(' ┄ buy and hold ', 'dim'), span(percent(held - 1), 'dim')];
  return width >= 44 ? [[...drawn, span('  '), ...other]] : [drawn, other];
}

/** Largest fall from a peak so far, as a positive share of the peak; NAV starts at 1. */
function drawdown(navs: Float64Array, length: number): number {
  let peak = 1;
  let worst = 0;
  for (let step = 0; step < length; step += 1) {
    const nav = navs[step]!;
    if (nav > peak) peak = nav;
    if (peak > 0 && 1 - nav / peak > worst) worst = 1 - nav / peak;
  }
  return worst;
}
