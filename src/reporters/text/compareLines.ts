import type { Apart, Comparison, MetricComparison, Side } from '../../grading/compare/compareSamples.ts';
import { metrics } from '../../grading/compare/sample.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { count, signed } from './numbers.ts';
import { table } from './table.ts';
import { wrapped } from './wrapped.ts';

const APART_SHOWN = 6;

/** A comparison for a person: what it establishes, over what, and what it is silent about. */
export function compareLines(comparison: Comparison, style: Style): string[] {
  return [
    ...headline(comparison, style),
    style.dim(sideLine('A', comparison.a)),
    style.dim(sideLine('B', comparison.b)),
    ...(comparison.pairs === 0 ? [] : ['', ...metricTable(comparison, style), ...caveats(comparison, style)]),
    ...apartLines(comparison, style),
  ];
}

function headline(comparison: Comparison, style: Style): string[] {
  const { no_comparison: reason, is_smoke_read: isSmoke, metrics: rows, pairs } = comparison;
  if (reason !== null)
    return wrapped(printable(reason), `${style.warn('!')} ${style.bold('not compared')}  `, '  ');
  const first = rows[0];
  const difference = first?.mean_difference ?? null;
  const said = difference === null ? 'no return in common' : `B less A: ${scaled(first!, difference)} return`;
  if (isSmoke)
    return [`- ${style.bold('smoke read')}  ${said}, from 1 pair: nothing is known of its uncertainty`];
  const verdict =
    first?.higher === 'b' ? 'B is higher' : first?.higher === 'a' ? 'A is higher' : 'not told apart';
  return [`- ${style.bold(verdict)}  ${said}, mean of ${count(pairs, 'pair')}`];
}

function sideLine(letter: string, side: Side): string {
  const name = printableShort(side.name, 30);
  return `  ${letter}  ${name}: ${printableShort(side.agent, 30)}  ${side.snapshot_id.slice(0, 7)}  ${side.kind}, ${count(side.cells, 'cell')}`;
}

function metricTable({ metrics: rows, is_smoke_read: isSmoke }: Comparison, style: Style): string[] {
  const [head = '', ...body] = table([
    ['', 'A', 'B', 'B less A', isSmoke ? '' : '95 % interval', 'pairs'],
    ...rows.map((row) => [
      metrics[row.metric].title,
      row.mean_a === null ? '-' : level(row, row.mean_a),
      row.mean_b === null ? '-' : level(row, row.mean_b),
      row.mean_difference === null ? '-' : scaled(row, row.mean_difference),
      row.interval === null ? '' : `${scaled(row, row.interval[0])} to ${scaled(row, row.interval[1])}`,
      String(row.pairs),
    ]),
  ]);
  return [style.dim(head), ...body];
}

function scaled({ metric }: Pick<MetricComparison, 'metric'>, value: number): string {
  const { scale, unit } = metrics[metric];
  const text = signed(value * scale, scale === 1 ? 4 : 2);
  return unit === '' ? text : `${text} ${unit}`;
}

/** Without a plus sign where there is no minus. */
function level(row: Pick<MetricComparison, 'metric'>, value: number): string {
  const text = scaled(row, value);
  return SIGNED.has(row.metric) ? text : text.replace('+', '');
}

const SIGNED: ReadonlySet<string> = new Set(['total_return', 'sharpe_per_period']);

function caveats(
  { unit, pairs, windows, interval, is_smoke_read: isSmoke }: Comparison,
  style: Style,
): string[] {
  if (isSmoke)
    return wrapped('one trial is a smoke read; more seeds and windows say more', '  ').map(style.dim);
  const drawn =
    unit === 'window'
      ? `${count(windows, 'window')} drawn as a whole, ${count(pairs, 'pair')}`
      : `${count(pairs, 'cell')} of ${count(windows, 'window')}; cells of one window share its prices, so the interval is too narrow`;
  const text = `means over paired cells; percentile bootstrap, unit ${unit}: ${drawn}; ${interval.resamples} resamples, seed ${interval.seed}. The return was named beforehand; read the other rows as description.`;
  return wrapped(text, '  ').map((line) => style.dim(line));
}

function apartLines({ apart }: Comparison, style: Style): string[] {
  return (['pending', 'invalid', 'excluded'] as const).flatMap((state) => {
    const cells = apart[state];
    if (cells.length === 0) return [];
    const hidden = cells.length - APART_SHOWN;
    return [
      '',
      style.dim(`  ${state}: ${count(cells.length, 'cell')}, in no number above`),
      ...cells.slice(0, APART_SHOWN).map(apartLine),
      ...(hidden > 0 ? [style.dim(`    and ${hidden} more; --format json has all`)] : []),
    ];
  });
}

function apartLine({ side, cell, reason }: Apart): string {
  return `    ${side.toUpperCase()}  ${cell}  ${printable(reason)}`;
}
