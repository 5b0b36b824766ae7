import { percent, signed } from '../../reporters/text/numbers.ts';
import { cutToCells, padEndCells, padStartCells } from '../text/cells.ts';
import { amount, weight } from '../text/figures.ts';
import { type Line, type Span, span, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { isFocused, type Pane, type PaneContext, titleLine } from './pane.ts';

interface Column {
  readonly title: string;
  readonly cells: number;
  readonly cell: (row: Row) => Span;
}

interface Row {
  readonly asked: number;
  /** Asked at the step being looked at, not earlier. */
  readonly isNew: boolean;
  readonly held: number;
  readonly shares: number;
  readonly price: number;
  /** Gain or loss in this symbol, as a share of the first NAV. */
  readonly gain: number;
}

/** From the least to the most dispensable: what does not fit is left out at the end. */
const columns: readonly Column[] = [
  { title: 'asked', cells: 6, cell: ({ asked, isNew }) => span(weight(asked), isNew ? 'bright' : 'dim') },
  { title: 'held', cells: 6, cell: ({ held }) => span(weight(held)) },
  { title: 'P&L', cells: 7, cell: ({ gain }) => span(signed(gain * 100, 1), gainTone(gain)) },
  {
    title: 'shares',
    cells: 9,
    cell: ({ shares }) => span(amount(shares, 8), shares === 0 ? 'dim' : 'plain'),
  },
  { title: 'price', cells: 9, cell: ({ price }) => span(amount(price, 8), 'dim') },
];

const NAME_CELLS = 10;

/** What is held, symbol by symbol, as it was at the step being looked at. */
export const bookPane: Pane = (context, width, height) => {
  const { run, upTo } = context;
  const { dataset, window } = run.market.inputs;
  const bar = Math.max(window.start, window.start + upTo - 1);
  const book = run.book.after(upTo);
  const nav = upTo === 0 ? 1 : run.navs[upTo - 1]!;
  const shown = columnsFor(width);
  const nameCells = Math.max(4, Math.min(NAME_CELLS, width - 2 - cellsFor(shown)));
  const title = titleLine('Book', isFocused(context, 'book'), headSpans(shown), width);
  const perturbed = shownBook(context);
  const rows = dataset.symbols.map((symbol, index): { line: Line; size: number; note: Line | null } => {
    const price = dataset.closes[index]![bar]!;
    const shares = book.shares[index]!;
    const row: Row = {
      asked: book.asked[index]!,
      isNew: book.askedAt[index] === upTo - 1 && upTo > 0,
      held: nav > 0 ? (shares * price) / nav : Number.NaN,
      shares,
      price,
      gain: book.flows[index]! + shares * price,
    };
    const note =
      perturbed === null ? null : noteLine(perturbed.shares[symbol], upTo < 2 ? 0 : perturbed.truth[index]!);
    return {
      line: rowLine(symbol, row, shown, nameCells),
      size: Math.abs(row.held) + Math.abs(row.asked || 0),
      note,
    };
  });
  return [title, ...fitRows(rows, height - 2), cashLine(book.cash, nav, context)].slice(0, height);
};

function columnsFor(width: number): readonly Column[] {
  let room = width - 2 - 6;
  return columns.filter(({ cells }) => {
    room -= cells + 1;
    return room >= 0;
  });
}

function cellsFor(shown: readonly Column[]): number {
  return shown.reduce((sum, { cells }) => sum + cells + 1, 0);
}

function headSpans(shown: readonly Column[]): Span[] {
  return shown.map(({ title, cells }) => span(padStartCells(title, cells + 1), 'dim'));
}

function rowLine(symbol: string, row: Row, shown: readonly Column[], nameCells: number): Line {
  const name = padEndCells(cutToCells(screenText(symbol), nameCells), nameCells);
  return [
    span(`  ${name}`),
    ...shown.map(({ cells, cell }) => {
      const { text, tone } = cell(row);
      return span(padStartCells(text, cells + 1), tone);
    }),
  ];
}

/** What the agent was shown at this step, where a fault plan changed it. */
function shownBook({ run, upTo }: PaneContext) {
  const shown = upTo === 0 ? null : (run.turns[upTo - 1]!.faults?.shown ?? null);
  if (shown === null) return null;
  return { shares: shown.shares, truth: Array.from(run.book.after(upTo - 1).shares) };
}

function noteLine(shown: number | undefined, truth: number): Line | null {
  if (shown === undefined || Object.is(shown, truth)) return null;
  return [
    span('    ! shown ', 'warn'),
    span(amount(shown), 'warn'),
    span(' true ', 'dim'),
    span(amount(truth)),
  ];
}

/** All rows in their order where they fit; else the largest positions, still in their order. */
function fitRows(
  rows: readonly { readonly line: Line; readonly size: number; readonly note: Line | null }[],
  height: number,
): Line[] {
  const wanted = rows.reduce((sum, { note }) => sum + (note === null ? 1 : 2), 0);
  const flat = (some: typeof rows): Line[] =>
    some.flatMap(({ line, note }) => (note === null ? [line] : [line, note]));
  if (wanted <= height) return flat(rows);
  const room = Math.max(0, height - 1);
  const kept = new Set(
    rows
      .map((row, index) => ({ index, size: row.size + (row.note === null ? 0 : 1e6) }))
      .sort((a, b) => b.size - a.size)
      .slice(0, room)
      .map(({ index }) => index),
  );
  const lines = flat(rows.filter((_, index) => kept.has(index))).slice(0, room);
  return height <= 0 ? [] : [...lines, [span(`  … ${rows.length - kept.size} smaller`, 'dim')]];
}

function cashLine(cash: number, nav: number, { run, upTo }: PaneContext): Line {
  const shown = upTo === 0 ? null : (run.turns[upTo - 1]!.faults?.shown ?? null);
  const truth = upTo < 2 ? 1 : run.turns[upTo - 2]!.cash;
  const note: Line =
    shown === null || Object.is(shown.cash, truth)
      ? []
      : [
          span('  ! shown ', 'warn'),
          span(amount(shown.cash), 'warn'),
          span(' true ', 'dim'),
          span(amount(truth)),
        ];
  return [
    span('  cash ', 'dim'),
    span(nav > 0 ? percent(cash / nav, 1) : '-'),
    span('  NAV ', 'dim'),
    span(amount(nav)),
    ...note,
  ];
}

function gainTone(gain: number): Tone {
  if (Math.abs(gain) < 5e-4) return 'dim';
  return gain > 0 ? 'good' : 'bad';
}
