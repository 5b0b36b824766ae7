import type { DecisionCells, RunPageData } from '../pageData.ts';
import { element, fixed, percent, signed } from './format.ts';
import { lineChart } from './lineChart.ts';
import { PagedTable } from './pagedTable.ts';
import { onPrint } from './print.ts';

const words: Readonly<Record<DecisionCells[2], string>> = {
  accepted: 'accepted',
  refused: 'refused',
  timeout: 'timed out',
  fault: 'no answer',
  not_asked: 'not asked',
};

/** Charts and decisions of one run. */
export function showRun({ equity, drawdown, baseline, codes, rows }: RunPageData): void {
  const dateAt = (step: number): string => rows[step]?.[1] ?? `step ${step}`;
  const table = decisionTable(rows, codes);
  const missed = rows.filter((row) => row[2] !== 'accepted').map((row) => row[0]);
  const shared = { dateAt, onStep: (step: number) => table?.reveal((row) => row[0] === step) };
  lineChart({
    ...shared,
    id: 'equity',
    steps: equity.steps,
    marks: missed,
    height: 260,
    range: (low, high) => {
      // A book that never moved is a line in the middle.
      const room = Math.max((high - low) * 0.06, 0.001);
      return [low - room, high + room];
    },
    axis: navText,
    lines: [
      { name: 'NAV', values: equity.values, color: '--accent', text: (value) => fixed(value, 4) },
      ...(baseline === null || baseline.length !== equity.values.length
        ? []
        : [
            {
              name: 'buy and hold',
              values: baseline,
              color: '--baseline',
              dash: [5, 4],
              text: (value: number) => fixed(value, 4),
            },
          ]),
    ],
  });
  lineChart({
    ...shared,
    id: 'drawdown',
    steps: drawdown.steps,
    marks: [],
    height: 140,
    range: (low) => [Math.min(low * 1.06, -0.001), 0],
    axis: (value) => percent(value, drawdown.values.some((each) => each < -0.01) ? 1 : 2),
    lines: [
      {
        name: 'drawdown',
        values: drawdown.values,
        color: '--fall',
        fill: '--fall-area',
        text: (value) => percent(value, 2),
      },
    ],
  });
}

function decisionTable(
  rows: readonly DecisionCells[],
  codes: readonly string[],
): PagedTable<DecisionCells> | null {
  const host = document.getElementById('table');
  if (host === null) return null;
  const codeOf = (row: DecisionCells): string => codes[row[3]] ?? '';
  const table = new PagedTable<DecisionCells>(
    host,
    rows,
    [
      { title: 'Step', isNumber: true, key: (row) => row[0], cell: (row) => String(row[0]) },
      { title: 'Date', key: (row) => row[0], cell: (row) => row[1] },
      { title: 'Verdict', cell: (row) => verdictCell(row, codeOf(row)) },
      { title: 'Decision', isWide: true, cell: decisionCell },
      { title: 'Confidence', isNumber: true, key: (row) => row[5], cell: (row) => fixed(row[5], 2) },
      { title: 'ms', isNumber: true, key: (row) => row[6], cell: (row) => milliseconds(row[6]) },
      { title: 'NAV', isNumber: true, key: (row) => row[7], cell: (row) => fixed(row[7], 4) },
      { title: 'Change', isNumber: true, key: (row) => row[8], cell: (row) => signed(row[8], 2) },
    ],
    'decisions',
  );
  const texts = rows.map((row) =>
    [row[0], row[1], words[row[2]], codeOf(row), row[4] || 'hold', row[9], row[10] ? 'fault plan' : '']
      .join('\u0000')
      .toLowerCase(),
  );
  const text = document.getElementById('filter-text') as HTMLInputElement;
  const verdict = document.getElementById('filter-verdict') as HTMLSelectElement;
  const apply = (): void => {
    const wanted = text.value.trim().toLowerCase();
    const range = rangeOf(wanted);
    table.filter((row, index) => {
      if (verdict.value !== '' && row[2] !== verdict.value) return false;
      if (range !== null) return row[0] >= range[0] && row[0] <= range[1];
      return wanted === '' || texts[index]!.includes(wanted);
    });
  };
  text.addEventListener('input', apply);
  verdict.addEventListener('change', apply);
  // A browser may bring back what was typed before a reload.
  apply();
  onPrint(
    () => table.showForPrint(),
    () => table.showPages(),
  );
  return table;
}

/** Four digits that count: a book may grow a hundredfold. */
function navText(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
}

/** `120-140`; what descends is no range but a date. */
function rangeOf(text: string): readonly [number, number] | null {
  const [, from, to] = /^(\d{1,9})\s*(?:-|\.\.)\s*(\d{1,9})$/.exec(text) ?? [];
  return from === undefined || Number(from) > Number(to) ? null : [Number(from), Number(to)];
}

function verdictCell(row: DecisionCells, code: string): Node {
  const isAccepted = row[2] === 'accepted';
  const cell = element('span', 'verdict-cell');
  cell.append(
    element('span', `sign ${isAccepted ? 'good' : 'bad'}`, isAccepted ? '✓' : '✗'),
    ` ${words[row[2]]}`,
  );
  if (code !== '') cell.append(' ', element('code', 'code', code));
  if (row[10] === 1) cell.append(' ', element('span', 'badge', '! fault plan'));
  return cell;
}

/** A hold of the agent's own and one that the kit filled in do not look alike. */
function decisionCell(row: DecisionCells): Node {
  const cell = document.createDocumentFragment();
  const isAccepted = row[2] === 'accepted';
  if (row[4] !== '') cell.append(orderList(row[4]));
  else cell.append(element('span', isAccepted ? 'hold' : 'kit-hold', isAccepted ? 'hold' : 'the kit held'));
  const note = row[9];
  if (note === '') return cell;
  const details = element('details', 'reason');
  details.append(element('summary', '', note), element('p', '', note));
  cell.append(details);
  return cell;
}

/** An order is not broken over lines. */
function orderList(text: string): Node {
  const list = element('span', 'orders');
  for (const order of text.split(', ')) {
    const isClosing = / [+-]?0\.000$/.test(order);
    list.append(element('span', isClosing ? 'order dim' : 'order', order), ' ');
  }
  return list;
}

function milliseconds(value: number | null): string {
  return value === null ? '-' : value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}
