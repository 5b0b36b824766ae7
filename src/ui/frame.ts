import type { Words } from '../kernel/diagnostic.ts';
import { type Layout, LEAST, lowerPanes, type Size } from './layout.ts';
import type { SessionLog } from './model/sessionLog.ts';
import type { PaneId } from './model/uiState.ts';
import { bookPane } from './panes/book.ts';
import { contractPane } from './panes/contract.ts';
import { decisionsPane } from './panes/decisions.ts';
import { determinismPane } from './panes/determinism.ts';
import { equityPane } from './panes/equity.ts';
import { faultsPane } from './panes/faults.ts';
import { footerLine, tabsLine } from './panes/footer.ts';
import { headerLines, newsLine, stateWords } from './panes/header.ts';
import { helpPane } from './panes/help.ts';
import { answerPane, observationPane } from './panes/inspect.ts';
import { logPane } from './panes/log.ts';
import type { Pane, PaneContext } from './panes/pane.ts';
import { cutLine, EMPTY, fitLine, type Line, span } from './text/line.ts';
import { screenText } from './text/screenText.ts';

const panes: Readonly<Record<PaneId, Pane>> = {
  decisions: decisionsPane,
  contract: contractPane,
  determinism: determinismPane,
  faults: faultsPane,
  log: logPane,
  book: bookPane,
};

/** A column of regions: rows at one width. */
export interface FrameColumn {
  readonly width: number;
  readonly lines: readonly Line[];
}

/** Rows of the screen from the top: bands of one column, or of two with a rule between. */
export interface FrameBand {
  readonly columns: readonly FrameColumn[];
  readonly height: number;
}

/** The whole screen as bands; their heights add up to one row less than the terminal has. */
export function frameOf(context: PaneContext, layout: Layout): FrameBand[] {
  const { width } = layout;
  if (layout.kind === 'line') return [single([cutLine(summaryLine(context), width)], width, 1)];
  const header = headerLines(context, width);
  const news = newsLine(context);
  const top = single([...header, news === null ? EMPTY : cutLine(news, width)], width, 3);
  const footer = single([cutLine(footerLine(context, width), width)], width, 1);
  return [top, ...bodyBands(context, layout), footer];
}

/** Before the first attempt: what the session is doing, and nothing that could be wrong. */
export function openingFrame(
  session: SessionLog,
  { columns, rows }: Size,
  nowMs: number,
  wordsOf: PaneContext['wordsOf'],
): FrameBand[] {
  const { sign, text, tone } = stateWords(session, null, nowMs);
  const { build, phase } = session;
  const output = phase === 'build-failed' && build !== null ? build.output_tail.trimEnd().split('\n') : [];
  const lines: Line[] = [
    [],
    [span(` ${sign} `, tone), span(text, tone)],
    [],
    ...output.slice(-Math.max(1, rows - 8)).map((line): Line => [span(`   ${screenText(line)}`)]),
    // What a build printed says more than that it failed.
    ...(output.length > 0
      ? []
      : session.notices.flatMap(({ diagnostic }) => noticeLines(wordsOf(diagnostic)))),
  ];
  const width = Math.max(1, columns);
  if (columns < LEAST.columns || rows < LEAST.rows) return [single([cutLine(lines[1]!, width)], width, 1)];
  const height = rows - 2;
  return [
    single(
      lines.map((line) => cutLine(line, width)),
      width,
      height,
    ),
    single([cutLine([span(' q', 'accent'), span(' quit', 'dim')], width)], width, 1),
  ];
}

function noticeLines({ message, fix }: Words): Line[] {
  return [
    [span(`   ${screenText(message.split('\n')[0] ?? '')}`)],
    [span(`     fix: ${screenText(fix)}`, 'dim')],
  ];
}

function bodyBands(context: PaneContext, layout: Exclude<Layout, { kind: 'line' }>): FrameBand[] {
  const { width } = layout;
  const body = bodyRows(layout);
  if (context.ui.view === 'help') return [single(helpPane(context, width, body), width, body)];
  if (context.ui.view === 'inspect') return [inspectBand(context, width, body)];
  if (context.ui.isZoomed) return [single(panes[context.ui.pane](context, width, body), width, body)];
  switch (layout.kind) {
    case 'single': {
      const tabs = tabsLine(context.ui.pane, [...lowerPanes, 'book']);
      const lines =
        context.ui.pane === 'book'
          ? [
              ...filled(equityPane(context, width, Math.ceil((body - 1) / 2)), Math.ceil((body - 1) / 2)),
              ...bookPane(context, width, Math.floor((body - 1) / 2)),
            ]
          : panes[context.ui.pane](context, width, body - 1);
      return [single([tabs, ...lines], width, body)];
    }
    case 'stacked': {
      const { left, right, top, bottom } = layout;
      const chosen = lowerPanes.includes(context.ui.pane) ? context.ui.pane : 'decisions';
      return [
        pair(equityPane(context, left, top), bookPane(context, right, top), left, right, top),
        single([tabsLine(context.ui.pane, [...lowerPanes, 'book'])], width, 1),
        single(panes[chosen](context, width, bottom), width, bottom),
      ];
    }
    case 'wide': {
      const { left, right, leftRows, rightRows } = layout;
      const leftLines = [
        ...filled(equityPane(context, left, leftRows.equity - 1), leftRows.equity),
        ...filled(bookPane(context, left, leftRows.book), leftRows.book),
        ...filled(determinismPane(context, left, leftRows.determinism), leftRows.determinism),
      ];
      const rightLines = (['decisions', 'contract', 'faults', 'log'] as const).flatMap((pane, index) => {
        const rows = rightRows[pane];
        if (rows === 0) return [];
        // A free row between two regions.
        return filled(panes[pane](context, right, index === 3 ? rows : rows - 1), rows);
      });
      return [pair(leftLines, rightLines, left, right, body)];
    }
  }
}

function bodyRows(layout: Exclude<Layout, { kind: 'line' }>): number {
  switch (layout.kind) {
    case 'single':
      return layout.body;
    case 'stacked':
      return layout.top + layout.bottom + 1;
    case 'wide':
      return Object.values(layout.leftRows).reduce((sum, rows) => sum + rows, 0);
  }
}

/** Side by side where there is room, else the answer below the observation. */
function inspectBand(context: PaneContext, width: number, body: number): FrameBand {
  if (width >= 100) {
    const left = Math.floor((width - 3) / 2);
    const right = width - 3 - left;
    return pair(observationPane(context, left, body), answerPane(context, right, body), left, right, body);
  }
  const top = Math.floor(body * 0.4);
  const lines = [
    ...filled(observationPane(context, width, top), top),
    ...answerPane(context, width, body - top),
  ];
  return single(lines, width, body);
}

function single(lines: readonly Line[], width: number, height: number): FrameBand {
  return { height, columns: [{ width, lines: filled(lines, height).map((line) => cutLine(line, width)) }] };
}

function pair(
  left: readonly Line[],
  right: readonly Line[],
  leftWidth: number,
  rightWidth: number,
  height: number,
): FrameBand {
  return {
    height,
    columns: [
      { width: leftWidth, lines: filled(left, height).map((line) => fitLine(line, leftWidth)) },
      { width: rightWidth, lines: filled(right, height).map((line) => cutLine(line, rightWidth)) },
    ],
  };
}

/** Exactly `height` rows. */
function filled(lines: readonly Line[], height: number): Line[] {
  const kept = lines.slice(0, height);
  return [...kept, ...Array.from({ length: height - kept.length }, () => EMPTY)];
}

function summaryLine(context: PaneContext): Line {
  const { session, run, nowMs } = context;
  const { sign, text, tone } = stateWords(session, run, nowMs);
  const faults = run.turns.reduce((sum, turn) => sum + (turn.verdict === 'accepted' ? 0 : 1), 0);
  return [
    span(`${sign} `, tone),
    span(`${run.turns.length}/${run.steps} `, 'bright'),
    span(text, tone),
    ...(faults > 0 ? [span(` ✗ ${faults}`, 'bad')] : []),
    span('  q quits', 'dim'),
  ];
}
