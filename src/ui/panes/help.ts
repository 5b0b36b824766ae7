import { keyRows } from '../model/keys.ts';
import { padEndCells, wrapToCells } from '../text/cells.ts';
import { type Line, span } from '../text/line.ts';
import { bounded, type Pane } from './pane.ts';

const LABEL_CELLS = 12;

/** Every key, from the table that the keys themselves come from. */
export const helpPane: Pane = ({ ui }, width, height) => {
  const lines: Line[] = [
    [span(' Keys', 'bright'), span('   any other key closes this', 'dim')],
    [],
    ...keyRows.flatMap(({ label, help }) => helpLines(label, help, width)),
    [],
    [span('  ✓ good   ✗ bad   ! look   ▸ chosen   ┄ buy and hold   . a share of NAV without its 0', 'dim')],
  ];
  const scroll = Math.min(ui.scroll, Math.max(0, lines.length - height));
  return bounded(lines.slice(scroll), height);
};

function helpLines(label: string, help: string, width: number): Line[] {
  return wrapToCells(help, Math.max(12, width - LABEL_CELLS - 4)).map((part, index) => [
    span(`  ${padEndCells(index === 0 ? label : '', LABEL_CELLS)}`, 'accent'),
    span(part, 'plain'),
  ]);
}
