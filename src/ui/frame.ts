import type { Words } from '../kernel/diagnostic.ts';
import {
  bodyRoom,
  isLeftOut,
  type Layout,
  LEAST,
  lowerPanes,
  paneRoom,
  type RegionLayout,
  type Room,
  type Size,
} from './layout.ts';
import type { PaneId } from './model/uiState.ts';
import { bookPane } from './panes/book.ts';
import { contractPane } from './panes/contract.ts';
import { decisionsPane } from './panes/decisions.ts';
import { determinismPane } from './panes/determinism.ts';
import { equityPane } from './panes/equity.ts';
import { faultsPane } from './panes/faults.ts';
import { footerLine, tabsLine } from './panes/footer.ts';
import { headerLines, newsLine, stateWords } from './panes/header.ts';
import { helpPane, helpScroll } from './panes/help.ts';
import { answerPane, answerScroll, observationPane, observationScroll } from './panes/inspect.ts';
import { logPane, logScroll } from './panes/log.ts';
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

/**
 * Lines that what is shown can be scrolled by: what a key that scrolls is bounded by, and
 * what a frame is drawn with at most. Of two regions that scroll together the longer one counts.
 */
export function scrollMost(context: PaneContext, layout: Layout): number {
  if (layout.kind === 'line') return 0;
  const body = bodyRoom(layout);
  switch (context.ui.view) {
    case 'help':
      return helpScroll(context, body.width, body.height);
    case 'inspect': {
      const { observation, answer } = inspectRooms(body);
      return Math.max(
        observationScroll(context, observation.width, observation.height),
        answerScroll(context, answer.width, answer.height),
      );
    }
    case 'panes': {
      if (context.ui.pane !== 'log') return 0;
      const { width, height } = context.ui.isZoomed ? body : paneRoom(layout, 'log');
      return logScroll(context, width, height);
    }
  }
}

type OpeningContext = Pick<PaneContext, 'session' | 'controls' | 'nowMs' | 'wordsOf'>;

/** Before the first attempt: what the session is doing, and nothing that could be wrong. */
export function openingFrame(context: OpeningContext, { columns, rows }: Size): FrameBand[] {
  const { session, wordsOf } = context;
  const { sign, text, tone } = stateWords(context);
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

function bodyBands(context: PaneContext, layout: RegionLayout): FrameBand[] {
  const room = bodyRoom(layout);
  const { width, height: body } = room;
  if (context.ui.view === 'help') return [single(helpPane(context, width, body), width, body)];
  if (context.ui.view === 'inspect') return [inspectBand(context, room)];
  if (context.ui.isZoomed) return [single(panes[context.ui.pane](context, width, body), width, body)];
  const lines = (pane: PaneId): Line[] => {
    const { width, height } = paneRoom(layout, pane);
    return panes[pane](context, width, height);
  };
  switch (layout.kind) {
    case 'single': {
      const tabs = tabsLine(context.ui.pane, [...lowerPanes, 'book']);
      const above = body - 1 - paneRoom(layout, context.ui.pane).height;
      const equity = above === 0 ? [] : filled(equityPane(context, width, above), above);
      return [single([tabs, ...equity, ...lines(context.ui.pane)], width, body)];
    }
    case 'stacked': {
      const { left, right, top, bottom } = layout;
      const chosen = lowerPanes.includes(context.ui.pane) ? context.ui.pane : 'decisions';
      return [
        pair(equityPane(context, left, top), lines('book'), left, right, top),
        single([tabsLine(context.ui.pane, [...lowerPanes, 'book'])], width, 1),
        single(lines(chosen), width, bottom),
      ];
    }
    case 'wide': {
      const { left, right, leftRows, rightRows } = layout;
      const leftLines = [
        ...filled(equityPane(context, left, leftRows.equity - 1), leftRows.equity),
        ...filled(lines('book'), leftRows.book),
        ...filled(lines('determinism'), leftRows.determinism),
      ];
      const first = isLeftOut(layout, context.ui.pane) ? context.ui.pane : 'decisions';
      const below = (['contract', 'faults', 'log'] as const).filter((pane) => !isLeftOut(layout, pane));
      const rightLines = [
        ...filled(lines(first), rightRows.decisions),
        ...below.flatMap((pane) => filled(lines(pane), rightRows[pane])),
      ];
      return [pair(leftLines, rightLines, left, right, body)];
    }
  }
}

/** Side by side where there is room, else the answer below the observation. */
function inspectRooms({ width, height }: Room): { readonly observation: Room; readonly answer: Room } {
  if (isBeside(width)) {
    const left = Math.floor((width - 3) / 2);
    return { observation: { width: left, height }, answer: { width: width - 3 - left, height } };
  }
  const top = Math.floor(height * 0.4);
  return { observation: { width, height: top }, answer: { width, height: height - top } };
}

function isBeside(width: number): boolean {
  return width >= 100;
}

function inspectBand(context: PaneContext, body: Room): FrameBand {
  const { observation, answer } = inspectRooms(body);
  const seen = observationPane(context, observation.width, observation.height);
  const answered = answerPane(context, answer.width, answer.height);
  return isBeside(body.width)
    ? pair(seen, answered, observation.width, answer.width, body.height)
    : single([...filled(seen, observation.height), ...answered], body.width, body.height);
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
  const { run } = context;
  const { sign, text, tone } = stateWords(context);
  const faults = run.turns.reduce((sum, turn) => sum + (turn.verdict === 'accepted' ? 0 : 1), 0);
  return [
    span(`${sign} `, tone),
    span(`${run.turns.length}/${run.steps} `, 'bright'),
    span(text, tone),
    ...(faults > 0 ? [span(` ✗ ${faults}`, 'bad')] : []),
    span('  q quits', 'dim'),
  ];
}
