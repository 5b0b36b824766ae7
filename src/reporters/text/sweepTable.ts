import type { Aggregate, Totals } from '../../harness/sweep/aggregate.ts';
import type { SweepReport } from '../../harness/sweep/report.ts';
import type { Style } from '../style.ts';
import { count, fixed } from './numbers.ts';
import { table } from './table.ts';

const HEAD = ['window', 'mean', 'median', 'min', 'max', 'Sharpe', 'PSR', 'fall', 'pass'];
/** More windows than this are summed up by their number. */
const WINDOW_ROWS = 40;

/**
 * Returns and risk, a line a window and one for all. Within 80 columns: returns and
 * falls are in percent with three digits that count.
 */
export function sweepTable(report: SweepReport, style: Style): string[] {
  const shown = report.by_window.slice(0, WINDOW_ROWS);
  const rows = [
    ...shown.map((each) => row(`${each.window_start}:${each.window_end}`, each)),
    row('all', report.overall),
  ];
  const [head = '', ...body] = table([HEAD, ...rows], '  ');
  const hidden = report.by_window.length - shown.length;
  const all = body.pop() ?? '';
  return [
    style.dim(head),
    ...body,
    ...(hidden > 0 ? [style.dim(`  and ${hidden} more windows`)] : []),
    style.bold(all),
    style.dim('  mean to max: return in %; fall in %; Sharpe a step; pass: PSR(0) >= 0.9 / runs'),
    ...denominators(report.overall.totals, style),
  ];
}

function row(name: string, { totals }: Aggregate): string[] {
  if (totals === null) return [name, ...HEAD.slice(1).map(() => '-')];
  return [
    name,
    share(totals.return_mean),
    share(totals.return_median),
    share(totals.return_min),
    share(totals.return_max),
    fixed(totals.sharpe_per_period_mean, 3),
    fixed(totals.psr_zero_mean, 3),
    share(totals.max_drawdown_worst === null ? null : -totals.max_drawdown_worst),
    `${totals.gate.passed}/${totals.gate.runs}`,
  ];
}

/** Said only where a mean is over fewer runs than there are. */
function denominators(totals: Totals | null, style: Style): string[] {
  if (totals === null) return [];
  const { clean_runs, sharpe_runs, psr_runs, gate } = totals;
  const parts = [
    clean_runs < gate.runs ? `returns and falls of ${count(clean_runs, 'clean run')}` : '',
    sharpe_runs < clean_runs ? `Sharpe of ${sharpe_runs}` : '',
    psr_runs < clean_runs ? `PSR of ${psr_runs}` : '',
  ].filter((each) => each !== '');
  return parts.length === 0 ? [] : [style.dim(`  ${parts.join(', ')}`)];
}

/** Percent in at most six characters while it is below 100,000. */
function share(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '-';
  const percent = fraction * 100;
  const size = Math.abs(percent);
  const text = percent.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
  if (Number(text) === 0) return text.replace('-', '');
  return percent > 0 ? `+${text}` : text;
}
