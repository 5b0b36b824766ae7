import type { CellCells, SweepPageData } from '../pageData.ts';
import { element, fixed, signed } from './format.ts';
import { PagedTable } from './pagedTable.ts';
import { onPrint } from './print.ts';

const signs: Readonly<Record<CellCells[3], readonly [string, string]>> = {
  clean: ['good', '✓'],
  failed: ['bad', '✗'],
  incomplete: ['open', '!'],
  not_run: ['open', '!'],
};

/** The cells of a sweep. */
export function showSweep({ rows }: SweepPageData): void {
  const host = document.getElementById('table');
  if (host === null) return;
  const table = new PagedTable<CellCells>(
    host,
    rows,
    [
      { title: 'Cell', isNumber: true, key: (row) => row[0], cell: (row) => String(row[0]) },
      { title: 'Window', key: (row) => Number.parseInt(row[1], 10), cell: (row) => row[1] },
      { title: 'Seed', isNumber: true, cell: (row) => row[2] },
      { title: 'Status', isWide: true, cell: statusCell },
      { title: 'Return', isNumber: true, key: (row) => row[5], cell: (row) => signed(row[5], 2) },
      { title: 'Sharpe', isNumber: true, key: (row) => row[6], cell: (row) => fixed(row[6], 4) },
      { title: 'PSR(0)', isNumber: true, key: (row) => row[7], cell: (row) => fixed(row[7], 3) },
      {
        title: 'Drawdown',
        isNumber: true,
        key: (row) => row[8],
        cell: (row) => signed(row[8] === null ? null : -row[8], 2),
      },
      { title: 'Attempts', isNumber: true, key: (row) => row[9], cell: (row) => String(row[9]) },
    ],
    'cells',
  );
  const texts = rows.map((row) =>
    `${row[0]}\u0000${row[1]}\u0000seed ${row[2]}\u0000${row[3]}\u0000${row[4]}`.toLowerCase(),
  );
  const text = document.getElementById('filter-text') as HTMLInputElement;
  const status = document.getElementById('filter-verdict') as HTMLSelectElement;
  const apply = (): void => {
    const wanted = text.value.trim().toLowerCase();
    table.filter(
      (row, index) =>
        (status.value === '' || row[3] === status.value) && (wanted === '' || texts[index]!.includes(wanted)),
    );
  };
  text.addEventListener('input', apply);
  status.addEventListener('change', apply);
  apply();
  onPrint(
    () => table.showForPrint(),
    () => table.showPages(),
  );
}

function statusCell([, , , status, code, , , , , , command]: CellCells): Node {
  const [tone, sign] = signs[status];
  const cell = document.createDocumentFragment();
  cell.append(element('span', `sign ${tone}`, sign), ` ${status.replace('_', ' ')}`);
  if (code !== '') cell.append(' ', element('code', 'code', code));
  if (status === 'clean' || command === '') return cell;
  const details = element('details', 'command');
  details.append(element('summary', '', 'run it alone'), element('code', '', command));
  cell.append(details);
  return cell;
}
