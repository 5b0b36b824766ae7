import { keyRows } from '../model/keys.ts';
import type { PaneId } from '../model/uiState.ts';
import { paneIds } from '../model/uiState.ts';
import { cellsOf } from '../text/cells.ts';
import { type Line, type Span, span } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import type { PaneContext } from './pane.ts';

/** The keys that matter most, as many as fit; or the filter that is being typed. */
export function footerLine({ ui, controls }: PaneContext, width: number): Line {
  if (ui.typing !== null)
    return [
      span(' / ', 'accent'),
      span(screenText(ui.typing)),
      span('▏', 'accent'),
      span('  enter applies, esc leaves it', 'dim'),
    ];
  if (ui.view !== 'panes') return HINTS[ui.view].flatMap(hintSpans);
  const hints = keyRows
    .filter((row) => row.hint !== undefined)
    .map((row) => ({
      label: row.label,
      hint: row.keys[0] === 'space' && controls.mode === 'paused' ? 'go on' : row.hint!,
    }));
  const last = hints.slice(-2);
  const spans: Span[] = [];
  let room = width - 1 - last.reduce((sum, { label, hint }) => sum + cellsOf(label) + cellsOf(hint) + 3, 0);
  for (const each of hints.slice(0, -2)) {
    const cells = cellsOf(each.label) + cellsOf(each.hint) + 3;
    if (cells > room) break;
    room -= cells;
    spans.push(...hintSpans(each));
  }
  return [...spans, ...last.flatMap(hintSpans)];
}

const HINTS = {
  inspect: [
    { label: 'left right', hint: 'a step' },
    { label: 'j k', hint: 'scroll' },
    { label: 'esc', hint: 'back' },
    { label: '?', hint: 'help' },
    { label: 'q', hint: 'quit' },
  ],
  help: [
    { label: 'j k', hint: 'scroll' },
    { label: 'esc', hint: 'back' },
    { label: 'q', hint: 'quit' },
  ],
};

function hintSpans({ label, hint }: { readonly label: string; readonly hint: string }): Span[] {
  return [span(` ${label}`, 'accent'), span(` ${hint} `, 'dim')];
}

/** The panes that share one region, the chosen one marked; `among` are those that do. */
export function tabsLine(chosen: PaneId, among: readonly PaneId[]): Line {
  return among.flatMap((pane) => {
    const isChosen = pane === chosen;
    return [
      span(isChosen ? '▌' : ' ', 'accent'),
      span(`${paneIds.indexOf(pane) + 1} `, 'dim'),
      span(pane, isChosen ? 'bright' : 'dim'),
    ];
  });
}
