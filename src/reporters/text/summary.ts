import type { BookView, Finding, RunReport } from '../../harness/events.ts';
import type { Diagnostic, Words } from '../../kernel/diagnostic.ts';
import { printable } from '../../kernel/printable.ts';
import { sparkline } from '../sparkline.ts';
import type { Style } from '../style.ts';
import { paintSign } from './findingLines.ts';
import { count, fixed, milliseconds, percent, signed } from './numbers.ts';
import { table } from './table.ts';

const SPARK_COLUMNS = 48;

/** The end of a run for a person: the verdict first, then what it rests on, then what to do next. */
export function summaryLines(
  report: RunReport,
  wordsOf: (diagnostic: Diagnostic) => Words,
  style: Style,
  record: string | null,
): string[] {
  return [
    '',
    verdictLine(report, style),
    ...equityLines(report, style),
    ...holdingLines(report, style),
    ...findingSummary(report, wordsOf, style),
    ...timingLines(report, style),
    ...(record === null ? [] : [style.dim(`  record   ${printable(record)}`)]),
    ...nextLines(report, style),
  ];
}

function verdictLine(report: RunReport, style: Style): string {
  const { stop, health, book } = report;
  const steps = count(book.steps, 'step');
  if (stop.status === 'done')
    return style.bold(`${style.good('✓')} passed: ${steps}, every one answered within the contract`);
  if (health.failure !== null) {
    const faults = [
      health.protocol_faults > 0 ? count(health.protocol_faults, 'protocol fault') : '',
      health.transport_faults > 0 ? count(health.transport_faults, 'transport fault') : '',
      health.resource_faults > 0 ? count(health.resource_faults, 'resource fault') : '',
    ].filter((each) => each !== '');
    return style.bold(
      `${style.bad('✗')} failed run: ${health.failure} (${faults.join(', ')}, first at step ${health.first_failed_step})`,
    );
  }
  return style.bold(`${style.bad('✗')} ${stop.status} after ${steps}: ${printable(stop.reason)}`);
}

function equityLines(report: RunReport, style: Style): string[] {
  const { book, summary, health } = report;
  if (book.steps === 0) return [];
  const navs = Float64Array.from({ length: book.steps }, (_, step) => book.nav(step));
  const note =
    health.failure === null
      ? []
      : [
          style.warn(
            '  ! the kit filled in holds: these numbers are not the agent’s, and a failed run has no score',
          ),
        ];
  return [
    ...note,
    `  equity   ${sparkline(navs, SPARK_COLUMNS)}  ${percent(summary.total_return)}  worst drawdown -${(summary.max_drawdown * 100).toFixed(2)} %`,
    style.dim(
      `  (the kit’s own numbers, not the board’s)  Sharpe ${fixed(summary.sharpe_per_period, 4)} a step  PSR>0 ${fixed(summary.psr_zero, 3)}  hit rate ${fixed(summary.hit_rate, 3)}  turnover ${fixed(summary.turnover_per_step, 4)} a step  Brier ${fixed(summary.brier, 3)} of ${summary.brier_pairs}  process ${fixed(summary.process_score, 1)}`,
    ),
  ];
}

const HOLDING_ROWS = 12;

function holdingLines(report: RunReport, style: Style): string[] {
  const { book } = report;
  if (book.steps === 0) return [];
  const last = book.steps - 1;
  const held = book.symbols
    .map((symbol, index) => ({ symbol, shares: book.shares(last, index) }))
    .filter((each) => each.shares !== 0);
  const rows = held
    .slice(0, HOLDING_ROWS)
    .map(({ symbol, shares }) => [`  ${printable(symbol)}`, signed(shares, 6)]);
  const more = held.length > HOLDING_ROWS ? [style.dim(`    and ${held.length - HOLDING_ROWS} more`)] : [];
  return [
    style.dim('  holds at the end'),
    ...table([
      ['  symbol', 'shares'],
      ...rows,
      ['  cash', signed(book.cash(last), 6)],
      ['  NAV', navText(book, last)],
    ]),
    ...more,
  ];
}

function navText(book: BookView, last: number): string {
  return book.nav(last).toFixed(6);
}

function findingSummary(
  report: RunReport,
  wordsOf: (diagnostic: Diagnostic) => Words,
  style: Style,
): string[] {
  const groups = new Map<string, Finding>();
  for (const finding of report.findings) {
    if (!groups.has(finding.diagnostic.code)) groups.set(finding.diagnostic.code, finding);
  }
  if (groups.size === 0) return [style.dim('  findings none')];
  const rows = [...groups].map(([code, first]) => {
    const total = report.finding_counts[code] ?? 1;
    const step = first.diagnostic.place.step;
    const where = step === undefined ? '' : total === 1 ? ` at step ${step}` : `, first at step ${step}`;
    return `    ${paintSign(first.diagnostic.severity, style)} ${code}  ${total} x${where}: ${printable(wordsOf(first.diagnostic).fix)}`;
  });
  return ['  findings', ...rows];
}

function timingLines(report: RunReport, style: Style): string[] {
  const { timing } = report;
  if (timing.decisions === 0) return [];
  return [
    style.dim(
      `  decide   first ${milliseconds(timing.first_answer_ms)} (start-up included)  p50 ${milliseconds(timing.p50_ms)}  p95 ${milliseconds(timing.p95_ms)}  max ${milliseconds(timing.max_ms)}`,
    ),
  ];
}

function nextLines(report: RunReport, style: Style): string[] {
  const first = report.findings.find((finding) => finding.diagnostic.severity === 'error');
  if (first !== undefined) {
    return [
      `  next     mend the first finding (\`sbdev explain ${first.diagnostic.code}\`), then run the same command again`,
    ];
  }
  if (report.stop.status !== 'done') return ['  next     run the same command again'];
  return [
    style.dim(
      '  next     another cell: --seed N, --window A:B; harder costs: --costs stressed, --costs realistic',
    ),
  ];
}
