import type { SweepReport } from '../../harness/sweep/report.ts';
import { printable } from '../../kernel/printable.ts';
import { count, fixed, percent } from '../text/numbers.ts';
import { digestLabel, type Fact } from './facts.ts';
import type { SweepDocument } from './sweepDocument.ts';

/** The few numbers that a reader of a sweep looks for first. */
export function sweepFigures({ overall }: SweepReport): readonly Fact[] {
  const { totals, status, cells } = overall;
  const clean: Fact = { label: 'Clean cells', value: `${status.clean} of ${cells}` };
  if (totals === null) return [clean];
  return [
    { label: 'Mean return', value: totals.return_mean === null ? '-' : percent(totals.return_mean) },
    { label: 'Median return', value: totals.return_median === null ? '-' : percent(totals.return_median) },
    {
      label: 'Deepest drawdown',
      value: totals.max_drawdown_worst === null ? '-' : percent(-totals.max_drawdown_worst),
    },
    { label: 'Mean PSR(0)', value: fixed(totals.psr_zero_mean, 3) },
    {
      label: `PSR(0) ≥ ${totals.gate.psr_zero_at_least}`,
      value: `${totals.gate.passed} of ${totals.gate.runs}`,
    },
    clean,
  ];
}

/** Returns and risk, a row a window and one for all. */
export function windowRows({ by_window: windows, overall }: SweepReport): readonly (readonly string[])[] {
  const all = [
    ...windows.map((each) => [`${each.window_start}:${each.window_end}`, each] as const),
    ['all', overall] as const,
  ];
  return all.map(([name, { totals }]) =>
    totals === null
      ? [name, ...windowColumns.slice(1).map(() => '-')]
      : [
          name,
          share(totals.return_mean),
          share(totals.return_median),
          share(totals.return_min),
          share(totals.return_max),
          fixed(totals.sharpe_per_period_mean, 4),
          fixed(totals.psr_zero_mean, 3),
          share(totals.max_drawdown_worst === null ? null : -totals.max_drawdown_worst),
          `${totals.gate.passed}/${totals.gate.runs}`,
        ],
  );
}

export const windowColumns = [
  'Window',
  'Mean return',
  'Median',
  'Least',
  'Largest',
  'Sharpe a step',
  'PSR(0)',
  'Deepest fall',
  'Gate',
] as const;

function share(fraction: number | null): string {
  return fraction === null ? '-' : percent(fraction);
}

/** Everything that fixes a sweep. */
export function sweepFacts({ report, record }: SweepDocument): readonly Fact[] {
  const { plan, shard, attempts, usage } = report;
  const text = (label: string, value: string): Fact => ({ label, value: printable(value), isText: true });
  const { sidecars, ...digests } = plan.digests;
  const spent =
    usage.tokens_in === null
      ? 'unknown: the agent reported none'
      : `${usage.tokens_in} tokens in, ${usage.tokens_out} out, $${usage.cost_usd}`;
  return [
    text('Agent', plan.agent.id),
    { label: 'Transport', value: plan.agent.transport },
    text('Snapshot', plan.snapshot_id),
    text('Data', plan.data.source),
    {
      label: 'Market',
      value: `${count(plan.data.symbols.length, 'symbol')}, ${count(plan.data.bars, 'bar')}`,
    },
    text('Costs', plan.costs),
    {
      label: 'Cells',
      value: `${count(plan.windows.length, 'window')} × ${count(plan.seeds.length, 'seed')}`,
    },
    ...(shard === null ? [] : [{ label: 'Shard', value: `${shard.index} of ${shard.count}` }]),
    ...Object.entries({ ...digests, ...sidecars }).map(([name, value]) =>
      text(digestLabel(name), String(value)),
    ),
    ...(plan.fault_plan === undefined ? [] : [text('Fault plan SHA-256', plan.fault_plan.sha256)]),
    { label: 'Attempts', value: `${attempts.total}: ${attempts.passed} passed, ${attempts.failed} failed` },
    { label: 'Reported spend', value: spent },
    text('Record', record.path),
    ...(record.startedAt === null ? [] : [{ label: 'Started', value: record.startedAt }]),
    { label: 'Kit', value: printable(plan.kit) },
    ...(record.command === null ? [] : [text('Run it again', record.command)]),
  ];
}
