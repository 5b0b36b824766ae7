import { keyRows } from '../model/keys.ts';
import { padEndCells, wrapToCells } from '../text/cells.ts';
import { type Line, span } from '../text/line.ts';
import { bounded, type Pane, type ScrollRange, scrollMost } from './pane.ts';

const LABEL_CELLS = 12;

/** Every key, from the table that the keys themselves come from. */
export const helpPane: Pane = ({ ui }, width, height) => {
  const lines = helpLines(width);
  return bounded(lines.slice(Math.min(ui.scroll, scrollMost(lines, height))), height);
};

export const helpScroll: ScrollRange = (_, width, height) => scrollMost(helpLines(width), height);

function helpLines(width: number): Line[] {
  return [
    [span(' Keys', 'bright'), span('   any other key closes this', 'dim')],
    [],
    ...keyRows.flatMap(({ label, help }) => keyLines(label, help, width)),
    [],
    [span('  ✓ good   ✗ bad   ! look   ▸ chosen   ┄ buy and hold   . a share of NAV without its 0', 'dim')],
  ];
}

function keyLines(label: string, help: string, width: number): Line[] {
  return wrapToCells(help, Math.max(12, width - LABEL_CELLS - 4)).map((part, index) => [
    span(`  ${padEndCells(index === 0 ? label : '', LABEL_CELLS)}`, 'accent'),
    span(part, 'plain'),
  ]);
}
