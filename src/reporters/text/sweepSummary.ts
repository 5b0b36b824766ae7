import { cellName } from '../../harness/sweep/cells.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import type { SweepReport } from '../../harness/sweep/report.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { faultSweepLines } from './faultSweep.ts';
import { count } from './numbers.ts';
import { sweepTable } from './sweepTable.ts';

/** Cells that are told one by one. */
const CELL_ROWS = 12;

/** A sweep for a person: the verdict first, then the numbers, then what to do next. */
export function sweepSummaryLines(report: SweepReport, style: Style): string[] {
  return [
    verdictLine(report, style),
    ...headLines(report, style),
    '',
    ...sweepTable(report, style),
    ...(report.overall.no_totals === null
      ? []
      : [`  ${style.warn('!')} no totals are claimed: ${report.overall.no_totals}`]),
    '',
    ...ledgerLines(report, style),
    ...cellLines(report, style),
    ...faultSweepLines(report, style),
    ...nextLines(report, style),
  ];
}

function verdictLine({ overall }: SweepReport, style: Style): string {
  const { status, cells } = overall;
  if (status.clean === cells) {
    return `${style.good('✓')} ${style.bold('clean')}  ${count(cells, 'cell')}, every step answered within the contract`;
  }
  const parts = [
    status.failed > 0 ? `${status.failed} failed` : '',
    status.incomplete > 0 ? `${status.incomplete} incomplete` : '',
    status.not_run > 0 ? `${status.not_run} not run` : '',
    `${status.clean} clean`,
  ].filter((each) => each !== '');
  const verdict = status.failed > 0 ? 'failed' : status.incomplete > 0 ? 'incomplete' : 'not finished';
  return `${style.bad('✗')} ${style.bold(verdict)}  ${count(cells, 'cell')}: ${parts.join(', ')}`;
}

function headLines({ plan, shard }: SweepReport, style: Style): string[] {
  const { data, agent } = plan;
  const size = `${count(data.symbols.length, 'symbol')}, ${count(data.bars, 'bar')}`;
  const part = shard === null ? '' : `  shard ${shard.index}/${shard.count}`;
  return [
    `  ${printable(agent.id)}  ${agent.transport}`,
    `  ${printable(data.source)} (${size})  ${printable(plan.costs)} costs`,
    `  ${count(plan.windows.length, 'window')} x ${count(plan.seeds.length, 'seed')}${part}`,
  ].map((line) => style.dim(line));
}

function ledgerLines({ attempts, usage }: SweepReport, style: Style): string[] {
  const kinds = Object.entries(attempts.failures).map(([kind, number]) => `${number} ${kind}`);
  const failed = attempts.failed === 0 ? '' : `, ${attempts.failed} failed (${kinds.join(', ')})`;
  const tokens =
    usage.tokens_in === null
      ? 'unknown: the agent reported none'
      : `${usage.tokens_in} tokens in, ${usage.tokens_out} out, ${usage.cost_usd} USD, as reported by ${usage.decisions_reported} of ${usage.decisions_reported + usage.decisions_unreported} decisions`;
  return [
    `  ${style.dim('attempts  ')}${attempts.total}: ${attempts.passed} passed${failed}`,
    `  ${style.dim('usage     ')}${tokens}`,
  ];
}

/** Cells that did not go through at the first attempt; those that never ran are counted above. */
function cellLines({ cells }: SweepReport, style: Style): string[] {
  const notable = cells.filter(
    (each) => each.status !== 'not_run' && each.attempts.length + badness(each) > 1,
  );
  if (notable.length === 0) return [];
  const ordered = notable.toSorted((a, b) => badness(b) - badness(a) || a.index - b.index);
  const more = notable.length - CELL_ROWS;
  return [
    '',
    ...ordered.slice(0, CELL_ROWS).map((each) => cellLine(each, style)),
    ...(more > 0 ? [style.dim(`  and ${more} more; --format json has all`)] : []),
  ];
}

function badness({ status }: CellResult): number {
  return status === 'failed' ? 2 : status === 'incomplete' ? 1.5 : 0;
}

function cellLine(result: CellResult, style: Style): string {
  const name = `cell ${result.index}  ${cellName(result.cell)}`;
  if (result.status === 'clean') {
    const failures = [...new Set(result.attempts.flatMap((each) => each.failure ?? []))].join(', ');
    return `  ${style.warn('!')} ${name}  clean at attempt ${result.attempts.length}, after ${failures}`;
  }
  const attempts = result.attempts.length > 1 ? `, ${result.attempts.length} attempts` : '';
  return `  ${style.bad('✗')} ${name}  ${result.failure}${attempts}  ${style.dim(`[${printable(result.code ?? '')}]`)}`;
}

function nextLines({ cells, shard }: SweepReport, style: Style): string[] {
  const bad =
    cells.find((each) => each.status === 'failed') ?? cells.find((each) => each.status === 'incomplete');
  if (bad !== undefined) {
    return [
      '',
      `  next: sbdev explain ${printable(bad.code ?? '')}`,
      '  then run the first such cell by itself:',
      `    ${printable(bad.command)}`,
    ];
  }
  if (cells.some((each) => each.status === 'not_run')) {
    return ['', '  next: sbdev sweep --resume runs what is left, and nothing twice'];
  }
  if (shard !== null) {
    return ['', style.dim('  next: sbdev merge the --out files of all shards')];
  }
  return ['', style.dim('  next: harder costs (--costs stressed), or windows (--walk-forward 30:60:60)')];
}
