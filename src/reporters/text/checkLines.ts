import type {
  CheckFinding,
  CheckInstrument,
  CheckReport,
  InstrumentStatus,
} from '../../grading/checkReport.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { paintSign } from './findingLines.ts';
import { count } from './numbers.ts';
import { wrapped } from './wrapped.ts';

const SIGNS: Readonly<Record<InstrumentStatus, string>> = {
  passed: '✓',
  failed: '✗',
  pending: '…',
  invalid: '!',
  abstained: '-',
};

/** A check for a person: the verdict first, what each instrument says, what it rests on, what to do next. */
export function checkLines(
  report: CheckReport,
  style: Style,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): string[] {
  return [
    verdictLine(report, style),
    ...headLines(report, style),
    '',
    ...instrumentLines(report, style),
    ...report.instruments.flatMap((each) => detailLines(each, style)),
    ...(isQuiet ? [] : measureLines(report, style)),
    ...(isQuiet ? [] : restLines(report, style)),
    ...hintLines(report, style),
    ...(isQuiet ? [] : unseenLines(report, style)),
    '',
    ...report.next.map((step, index) => `  ${index === 0 ? 'next:' : '     '} ${printable(step)}`),
    style.dim(`  record: ${printable(report.record)}`),
  ];
}

function verdictLine({ verdict, instruments }: CheckReport, style: Style): string {
  const { result } = verdict;
  const said = `${count(instruments.length, 'instrument')}: ${statusCounts(instruments)}`;
  switch (result.kind) {
    case 'passed':
      return `${style.good('✓')} ${style.bold('passed')}  ${said}`;
    case 'failed':
      return `${style.bad('✗')} ${style.bold('failed')}  ${said}`;
    case 'pending':
      return `${style.warn('…')} ${style.bold('pending')}  no grade yet; ${said}`;
    case 'invalid':
      return `${style.warn('!')} ${style.bold('invalid')}  no verdict on the agent; ${said}`;
    case 'abstained':
      return `${style.warn('-')} ${style.bold('abstained')}  no verdict on the agent; ${said}`;
  }
}

function statusCounts(instruments: readonly CheckInstrument[]): string {
  return (['passed', 'failed', 'invalid', 'abstained', 'pending'] as const)
    .map((status) => [status, instruments.filter((each) => each.status === status).length] as const)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${number} ${status}`)
    .join(', ');
}

function headLines({ candidate, roster, case: contract }: CheckReport, style: Style): string[] {
  const { data, windows, seeds, plans } = roster;
  const size = `${count(data.symbols.length, 'symbol')}, ${count(data.bars, 'bar')}`;
  const under = plans.length === 0 ? '' : `, and again under ${plans.map(({ name }) => name).join(', ')}`;
  return [
    `  ${printable(candidate.agent.id)}  ${candidate.agent.transport}  ${candidate.snapshot_id.slice(0, 7)}`,
    `  ${printable(data.source)} (${size})  ${printable(roster.costs)} costs`,
    `  case ${contract.name} (${contract.sha256.slice(0, 7)}): ${count(windows.length, 'window')} x ${count(seeds.length, 'seed')}${under}`,
  ].map((line) => style.dim(line));
}

function instrumentLines({ instruments }: CheckReport, style: Style): string[] {
  const width = Math.max(...instruments.map(({ instrument_id: id }) => id.length));
  const rows = instruments.flatMap((each) => {
    const name = `${each.instrument_id}${each.binding ? '' : ' *'}`.padEnd(width + 2);
    const head = `  ${paint(each.status, style)} ${each.status.padEnd(9)}  ${name}  `;
    const blank = ' '.repeat(2 + 1 + 1 + 9 + 2 + width + 2 + 2);
    return wrapped(printable(each.reason ?? 'not asked yet'), head, blank);
  });
  const isAnyAdvisory = instruments.some(({ binding }) => !binding);
  return [...rows, ...(isAnyAdvisory ? [style.dim('  * advisory: it fails no check')] : [])];
}

function paint(status: InstrumentStatus, style: Style): string {
  const sign = SIGNS[status];
  if (status === 'passed') return style.good(sign);
  if (status === 'failed') return style.bad(sign);
  return status === 'abstained' ? style.dim(sign) : style.warn(sign);
}

const FINDINGS_SHOWN = 5;

/** Findings of what did not pass. */
function detailLines(
  { instrument_id: id, status, findings, control }: CheckInstrument,
  style: Style,
): string[] {
  if (control.state === 'not_live') {
    return [
      '',
      `  ${style.warn('!')} ${id} passes nothing here: ${control.name} ${printable(control.reason ?? '')}`,
    ];
  }
  if (status !== 'failed' && status !== 'invalid') return [];
  if (findings.length === 0) return [];
  const hidden = findings.length - FINDINGS_SHOWN;
  return [
    '',
    style.dim(`  ${id}`),
    ...findings.slice(0, FINDINGS_SHOWN).flatMap((finding) => findingText(finding, style)),
    ...(hidden > 0 ? [style.dim(`    and ${hidden} more kinds; --format json has all`)] : []),
  ];
}

function findingText(finding: CheckFinding, style: Style): string[] {
  const { code, severity, step, cell, count: times, source } = finding;
  const [message = '', ...detail] = finding.message.split('\n').map((line) => printable(line));
  const place = [
    cell === null ? '' : `cell ${cell}`,
    step === null || message.includes(`step ${step}`) ? '' : `step ${step}`,
  ].filter((each) => each !== '');
  const where = place.length === 0 ? '' : `${place.join(', ')}: `;
  return [
    ...wrapped(
      `${where}${message}${times > 1 ? ` (${times} x)` : ''}`,
      `  ${paintSign(severity, style)} `,
      '    ',
    ),
    ...detail.map((line) => style.dim(`    ${line}`)),
    ...(finding.excerpt === null
      ? []
      : [
          style.dim(`    ${finding.excerpt.text}`),
          `    ${' '.repeat(finding.excerpt.column - 1)}${style.bad('^'.repeat(finding.excerpt.width))}`,
        ]),
    ...(source === null ? [] : [style.dim(`    see ${printable(source.file)}:${source.line}`)]),
    ...(finding.cause === null ? [] : wrapped(printable(finding.cause), '    why: ')),
    ...wrapped(printable(finding.fix), '    fix: '),
    style.dim(`    [${code}]`),
  ];
}

/** Numbers that a bound is set for, and grades of responses. */
function measureLines({ instruments }: CheckReport, style: Style): string[] {
  const rows = instruments.flatMap(({ instrument_id: id, measures }) => {
    const shown = measures.filter(({ value }) => typeof value === 'number' || value === null);
    if (!MEASURED.has(id) || shown.length === 0) return [];
    const text = shown
      .map(
        ({ name, value, unit, accepted }) =>
          `${name} ${value === null ? 'unknown' : number(value)}${unit === null ? '' : ` ${unit}`}${accepted === null ? '' : ` (${accepted})`}`,
      )
      .join(', ');
    return wrapped(printable(text), `    ${id}: `, '      ');
  });
  return rows.length === 0 ? [] : ['', style.dim('  measured'), ...rows];
}

const MEASURED: ReadonlySet<string> = new Set([
  'declared-mandate',
  'fault-responses',
  'latency-headroom',
  'size-and-memory',
  'cost-reporting',
]);

function number(value: number | string): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : value;
}

function restLines({ instruments }: CheckReport, style: Style): string[] {
  const rows = instruments
    .filter(({ rests_on }) => rests_on.length > 0)
    .flatMap(({ instrument_id: id, rests_on }) =>
      wrapped(printable(rests_on.join('; ')), `    ${id}: `, '      '),
    );
  return rows.length === 0 ? [] : ['', style.dim('  rests on'), ...rows];
}

function hintLines({ hints }: CheckReport, style: Style): string[] {
  if (hints === null) return [];
  if (hints.length === 0) return ['', style.dim('  hints: none in the sources that were read')];
  return [
    '',
    style.dim('  hints (no verdict; silence one with a comment sbdev: allow)'),
    ...hints.flatMap(({ file, line, text }) =>
      wrapped(printable(text), `    ${printable(file)}:${line}  `, '      '),
    ),
  ];
}

function unseenLines({ not_looked_at: unseen }: CheckReport, style: Style): string[] {
  if (unseen.length === 0) return [];
  return [
    '',
    style.dim('  not looked at'),
    ...unseen.flatMap(({ subject, reason }) =>
      wrapped(printable(reason), `    ${printable(subject)}: `, '      '),
    ),
  ];
}
