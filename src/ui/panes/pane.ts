import type { Controls } from '../../harness/controls.ts';
import type { Diagnostic, Words } from '../../kernel/diagnostic.ts';
import type { Baseline } from '../model/baseline.ts';
import type { RunLog } from '../model/runLog.ts';
import type { SessionLog } from '../model/sessionLog.ts';
import type { PaneId, UiState } from '../model/uiState.ts';
import { type Line, type Span, span, spreadLine } from '../text/line.ts';

/** The session's own: what they let through is asked, never told a second time from events. */
export type ControlsView = Pick<Controls, 'mode' | 'isHolding'>;

/** What a pane draws from. It reads; nothing here is changed by drawing. */
export interface PaneContext {
  readonly session: SessionLog;
  readonly controls: ControlsView;
  /** The run that is shown: the newest that has something to show. */
  readonly run: RunLog;
  readonly baseline: Baseline;
  readonly ui: UiState;
  /** Completed steps that are looked at. */
  readonly upTo: number;
  readonly nowMs: number;
  readonly wordsOf: (diagnostic: Diagnostic) => Words;
}

/** The rows of one region: at most `height` lines of at most `width` cells. */
export type Pane = (context: PaneContext, width: number, height: number) => Line[];

/** Lines that a region of this size can be scrolled by. */
export type ScrollRange = (context: PaneContext, width: number, height: number) => number;

/** First row of a region: its name, marked if keys act on it, and a figure at the right. */
export function titleLine(name: string, isFocused: boolean, right: readonly Span[], width: number): Line {
  const left = isFocused ? [span('▌', 'accent'), span(name, 'bright')] : [span(' '), span(name, 'bright')];
  return spreadLine(left, right, width);
}

export function isFocused({ ui }: PaneContext, pane: PaneId): boolean {
  return ui.pane === pane && ui.view === 'panes';
}

/** Lines that so many can be scrolled by where `rows` of them are seen. */
export function scrollMost(lines: readonly Line[], rows: number): number {
  return Math.max(0, lines.length - Math.max(0, rows));
}

/** The rows that fit, the last of them saying how many were left out. */
export function bounded(lines: readonly Line[], height: number): Line[] {
  if (lines.length <= height) return [...lines];
  if (height <= 0) return [];
  const kept = lines.slice(0, height - 1);
  return [...kept, [span(`  … ${lines.length - kept.length} more`, 'dim')]];
}
