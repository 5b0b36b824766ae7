import { cellName } from '../../harness/sweep/cells.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import type { SweepReport } from '../../harness/sweep/report.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { faultSweepLines } from './faultSweep.ts';
import { count } from './numbers.ts';
import { sweepTable } from './sweepTable.ts';

/** Cells of one kind whose numbers are listed; --format json has all. */
const CELLS_NAMED = 7;

/** A sweep for a person: the verdict first, then the numbers, then what to do next. */
export function sweepSummaryLines(report: SweepReport, style: Style): string[] {
  return [
    sweepVerdictLine(report, style),
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

/** The one sentence on how a sweep ended. */
export function sweepVerdictLine({ overall }: SweepReport, style: Style): string {
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
  const failed = attempts.failed === 0 ? '' : `, ${attempts.failed} failed:`;
  const asked = usage.decisions_reported + usage.decisions_unreported;
  return [
    `  ${style.dim('attempts  ')}${attempts.total}: ${attempts.passed} passed${failed}`,
    ...Object.entries(attempts.failures).map(([kind, number]) => `            ${number} ${kind}`),
    ...(usage.tokens_in === null
      ? [`  ${style.dim('usage     ')}unknown: the agent reported none`]
      : [
          `  ${style.dim('usage     ')}${usage.tokens_in} tokens in, ${usage.tokens_out} out, ${usage.cost_usd} USD`,
          `            as reported in ${usage.decisions_reported} of ${asked} decisions`,
        ]),
  ];
}

/** Cells that did not go through at the first attempt, by what they met; the worst first. */
function cellLines({ cells }: SweepReport, style: Style): string[] {
  const groups = new Map<string, CellResult[]>();
  for (const status of ['failed', 'incomplete', 'clean'] as const) {
    for (const cell of cells) {
      if (cell.status !== status || (status === 'clean' && cell.attempts.length === 1)) continue;
      const heading = headingOf(cell, style);
      const group = groups.get(heading);
      if (group === undefined) groups.set(heading, [cell]);
      else group.push(cell);
    }
  }
  if (groups.size === 0) return [];
  return ['', ...[...groups].flatMap(([heading, group]) => [heading, ...memberLines(group, style)])];
}

function headingOf({ status, failure, code, attempts }: CellResult, style: Style): string {
  if (status === 'clean') {
    const met = [...new Set(attempts.flatMap((each) => each.failure ?? []))].join(', ');
    return `  ${style.warn('!')} clean at a later attempt, after ${met}`;
  }
  return `  ${style.bad('✗')} ${status}: ${failure}  ${style.dim(`[${printable(code ?? '')}]`)}`;
}

function memberLines(group: readonly CellResult[], style: Style): string[] {
  const [first] = group;
  if (first === undefined) return [];
  if (group.length === 1) return [style.dim(`      cell ${first.index}: ${cellName(first.cell)}`)];
  const named = group.slice(0, CELLS_NAMED).map((each) => each.index);
  const more = group.length - named.length;
  const list = `      cells ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const where = `first ${cellName(first.cell)}`;
  const lines = list.length + where.length < 76 ? [`${list}; ${where}`] : [list, `      ${where}`];
  return lines.map((line) => style.dim(line));
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
