import type { BookView, Finding, RunReport } from '../../harness/events.ts';
import type { TurnVerdict } from '../../harness/turnVerdict.ts';
import type { Diagnostic, Words } from '../../kernel/diagnostic.ts';
import { printable } from '../../kernel/printable.ts';
import { sparkline } from '../sparkline.ts';
import type { Style } from '../style.ts';
import { doubleRunLines } from './doubleRunLines.ts';
import { faultLines } from './faultLines.ts';
import type { FaultStory } from './faultStory.ts';
import { paintSign } from './findingLines.ts';
import { count, fixed, milliseconds, percent, significant } from './numbers.ts';
import { probeLines } from './probeLines.ts';
import { table } from './table.ts';

/** Every line fits a terminal of 80 columns. */
const SPARK_COLUMNS = 48;

export interface SummaryContext {
  readonly wordsOf: (diagnostic: Diagnostic) => Words;
  readonly style: Style;
  /** Folder of the run's record; null if none is kept. */
  readonly record: string | null;
  /** How many turns ended in each way. */
  readonly turns: Readonly<Record<TurnVerdict, number>>;
  /** What a fault plan did; null without one. */
  readonly faults: FaultStory | null;
  /** Nothing was said before the summary. */
  readonly quiet: boolean;
}

/** The end of a run for a person: the verdict first, then what it rests on, then what to do next. */
export function summaryLines(report: RunReport, context: SummaryContext): string[] {
  const rows: [string, string][] = [
    ...(report.health.failure === null ? performanceRows(report) : answeredRows(context.turns)),
    ...timingRows(report),
    ...(context.record === null ? [] : ([['record', printable(context.record)]] as [string, string][])),
  ];
  return [
    '',
    verdictLine(report, report.book.steps, context.style),
    '',
    ...rows.map(([label, value]) => `  ${context.style.dim(label.padEnd(10))}${value}`),
    ...(report.health.failure === null ? holdingLines(report.book, context.style) : []),
    ...(report.double_run === undefined ? [] : doubleRunLines(report.double_run, context.style)),
    ...(report.probes === undefined ? [] : probeLines(report.probes, context.style)),
    ...(context.faults === null ? [] : faultLines(report, context.faults, context.style)),
    ...findingRows(report, context),
    ...nextLines(report, context.style),
  ];
}

/** The one sentence on how a run ended, for its summary and for its record. */
export function verdictLine(
  { stop, health }: Pick<RunReport, 'stop' | 'health'>,
  executed: number,
  style: Style,
): string {
  const steps = count(executed, 'step');
  if (stop.status === 'done') {
    return `${style.good('✓')} ${style.bold('passed')}  ${steps}, every one answered within the contract`;
  }
  if (stop.status === 'blocked') {
    return `${style.bad('✗')} ${style.bold('blocked')}  the agent could not be started; nothing is known about it`;
  }
  if (health.failure === null) {
    return `${style.bad('✗')} ${style.bold(stop.status)}  after ${steps}: ${printable(stop.reason)}`;
  }
  const faults = [
    health.protocol_faults > 0 ? count(health.protocol_faults, 'protocol fault') : '',
    health.transport_faults > 0 ? count(health.transport_faults, 'transport fault') : '',
    health.resource_faults > 0 ? count(health.resource_faults, 'resource fault') : '',
  ].filter((each) => each !== '');
  const first = `first at step ${health.first_failed_step}`;
  return `${style.bad('✗')} ${style.bold('failed run')}  ${health.failure}: ${faults.join(', ')}, ${first}`;
}

function performanceRows(report: RunReport): [string, string][] {
  const { book, summary } = report;
  if (book.steps === 0) return [];
  const navs = Float64Array.from({ length: book.steps }, (_, step) => book.nav(step));
  const fall = summary.max_drawdown === 0 ? '0.00' : `-${(summary.max_drawdown * 100).toFixed(2)}`;
  return [
    ['equity', `${sparkline(navs, SPARK_COLUMNS)}  ${percent(summary.total_return)}`],
    [
      'risk',
      `Sharpe ${fixed(summary.sharpe_per_period, 4)} a step  PSR(0) ${fixed(summary.psr_zero, 3)}  drawdown ${fall} %`,
    ],
    [
      'conduct',
      `hit rate ${fixed(summary.hit_rate, 3)}  turnover ${fixed(summary.turnover_per_step, 4)} a step  exposure ${fixed(summary.exposure_mean, 3)}`,
    ],
    [
      'honesty',
      `Brier ${fixed(summary.brier, 3)} of ${count(summary.brier_pairs, 'stated confidence')}  process ${fixed(summary.process_score, 1)}`,
    ],
    ['', 'one run is a smoke read; the kit’s own numbers, not the board’s'],
  ];
}

/** A failed run has no returns of the agent's own, so none are shown. */
function answeredRows(turns: Readonly<Record<TurnVerdict, number>>): [string, string][] {
  const total = Object.values(turns).reduce((sum, each) => sum + each, 0);
  const parts = [
    `${turns.accepted} accepted`,
    turns.refused > 0 ? `${turns.refused} refused` : '',
    turns.timeout > 0 ? `${turns.timeout} timed out` : '',
    turns.fault > 0 ? `${turns.fault} without an answer` : '',
    turns.not_asked > 0 ? `${turns.not_asked} not asked any more` : '',
  ].filter((each) => each !== '');
  return [
    ['steps', `${total}: ${parts.join(', ')}`],
    [
      'score',
      'none: the kit filled in a hold wherever a decision was missing, and a failed run does not count',
    ],
  ];
}

function timingRows(report: RunReport): [string, string][] {
  const { timing } = report;
  if (timing.decisions === 0) return [];
  const first = `first ${milliseconds(timing.first_answer_ms)} (start-up)`;
  if (timing.max_ms === null) return [['decide', first]];
  return [
    [
      'decide',
      `${first}  p50 ${milliseconds(timing.p50_ms)}  p95 ${milliseconds(timing.p95_ms)}  max ${milliseconds(timing.max_ms)}`,
    ],
  ];
}

const HOLDING_ROWS = 12;

function holdingLines(book: BookView, style: Style): string[] {
  if (book.steps === 0) return [];
  const last = book.steps - 1;
  const nav = book.nav(last);
  const held = book.symbols
    .map((symbol, index) => ({ symbol, shares: book.shares(last, index), value: book.value(last, index) }))
    .filter((each) => each.shares !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const rows = held
    .slice(0, HOLDING_ROWS)
    .map(({ symbol, shares, value }) => [printable(symbol), percent(value / nav, 1), significant(shares)]);
  const [head = '', ...body] = table(
    [['holds', 'weight', 'shares'], ...rows, ['cash', percent(book.cash(last) / nav, 1), '']],
    '  ',
  );
  const more = held.length - HOLDING_ROWS;
  return ['', style.dim(head), ...body, ...(more > 0 ? [style.dim(`  and ${more} more`)] : [])];
}

function findingRows(report: RunReport, { wordsOf, style, quiet }: SummaryContext): string[] {
  const groups = new Map<string, Finding>();
  for (const finding of report.findings) {
    if (!groups.has(finding.diagnostic.code)) groups.set(finding.diagnostic.code, finding);
  }
  if (groups.size === 0) return [];
  const rows = [...groups].map(([code, first]) => {
    const total = report.finding_counts[code] ?? 1;
    const { step } = first.diagnostic.place;
    const where = step === undefined ? '' : total === 1 ? ` at step ${step}` : `, first at step ${step}`;
    // Told in full when it was found, unless only the summary is wanted.
    const fix = quiet ? style.dim(`  ${printable(wordsOf(first.diagnostic).fix)}`) : '';
    return `  ${paintSign(first.diagnostic.severity, style)} ${code}  ${total} x${where}${fix}`;
  });
  return ['', style.dim('  findings'), ...rows];
}

function nextLines(report: RunReport, style: Style): string[] {
  const first = report.findings.find((finding) => finding.diagnostic.severity === 'error');
  if (first !== undefined) {
    const { code } = first.diagnostic;
    return ['', `  next: sbdev explain ${code}; mend it, then run the same command again`];
  }
  if (report.stop.status !== 'done') return [];
  return ['', style.dim('  next: another cell (--seed N, --window A:B) or harder costs (--costs stressed)')];
}
