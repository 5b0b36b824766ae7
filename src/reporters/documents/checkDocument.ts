import type {
  CheckFinding,
  CheckInstrument,
  CheckReport,
  InstrumentStatus,
} from '../../grading/checkReport.ts';
import { printable } from '../../kernel/printable.ts';
import { count } from '../text/numbers.ts';
import type { FindingGroup, RecordFacts, SourcePlace, Tone, Verdict } from './document.ts';

/** A check: what each instrument says of a sealed candidate. */
export interface CheckDocument {
  readonly kind: 'check';
  readonly record: RecordFacts;
  readonly verdict: Verdict;
  readonly instruments: readonly InstrumentDocument[];
  readonly report: CheckReport;
}

export interface InstrumentDocument {
  readonly id: string;
  readonly title: string;
  readonly status: InstrumentStatus;
  readonly tone: Tone;
  readonly sign: string;
  /** False: it is advisory, and fails no check. */
  readonly isBinding: boolean;
  readonly reason: string;
  readonly restsOn: readonly string[];
  readonly measures: readonly MeasureDocument[];
  /** Those of what did not pass come first in a report. */
  readonly findings: readonly FindingGroup[];
  /** Why it may pass nothing in this installation; null where its control is live. */
  readonly control: string | null;
}

export interface MeasureDocument {
  readonly name: string;
  readonly value: string;
  readonly accepted: string;
}

const tones: Readonly<Record<InstrumentStatus, Tone>> = {
  passed: 'good',
  failed: 'bad',
  pending: 'open',
  invalid: 'open',
  abstained: 'open',
};

const signs: Readonly<Record<InstrumentStatus, string>> = {
  passed: '✓',
  failed: '✗',
  pending: '…',
  invalid: '!',
  abstained: '–',
};

/** `placeOf` finds a file of the agent's folder in the work tree; null where it is not there. */
export function checkDocument(
  report: CheckReport,
  placeOf: (file: string, line: number, column: number) => SourcePlace | null,
  startedAt: string | null,
): CheckDocument {
  const { result } = report.verdict;
  return {
    kind: 'check',
    record: {
      id: printable(report.session_id),
      path: printable(report.record),
      kit: printable(report.kit),
      startedAt,
      command: printable(report.command),
    },
    verdict: { tone: tones[result.kind], word: result.kind, sentence: sentenceOf(report) },
    instruments: report.instruments.map((each) => instrumentDocument(each, placeOf)),
    report,
  };
}

function sentenceOf({ instruments, verdict }: CheckReport): string {
  const counts = (['passed', 'failed', 'invalid', 'abstained', 'pending'] as const)
    .map((status) => [status, instruments.filter((each) => each.status === status).length] as const)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${number} ${status}`);
  const { result } = verdict;
  const why = result.kind === 'invalid' || result.kind === 'abstained' ? `; ${printable(result.reason)}` : '';
  return `${count(instruments.length, 'instrument')}: ${counts.join(', ')}${why}`;
}

function instrumentDocument(
  instrument: CheckInstrument,
  placeOf: Parameters<typeof checkDocument>[1],
): InstrumentDocument {
  const { instrument_id, title, status, binding, reason, rests_on, measures, findings, control } = instrument;
  return {
    id: printable(instrument_id),
    title: printable(title),
    status,
    tone: tones[status],
    sign: signs[status],
    isBinding: binding,
    reason: printable(reason ?? 'not asked yet'),
    restsOn: rests_on.map((each) => printable(each)),
    measures: measures.map(({ name, value, unit, accepted }) => ({
      name: printable(name),
      value:
        value === null
          ? 'unknown'
          : `${typeof value === 'number' ? Number(value.toPrecision(4)) : printable(value)}${unit === null ? '' : ` ${printable(unit)}`}`,
      accepted: printable(accepted ?? ''),
    })),
    findings: findings.map((each) => findingGroup(each, placeOf)),
    control:
      control.state === 'not_live'
        ? `${printable(control.name)}: ${printable(control.reason ?? 'not live')}`
        : null,
  };
}

function findingGroup(finding: CheckFinding, placeOf: Parameters<typeof checkDocument>[1]): FindingGroup {
  const {
    code,
    severity,
    count: times,
    cell,
    step,
    message,
    cause,
    fix,
    found,
    accepted,
    pointer,
    excerpt,
    source,
  } = finding;
  return {
    code: printable(code),
    severity,
    count: times,
    findings: [
      {
        cell,
        step,
        message: printable(message, { keepNewlines: true }),
        cause: cause === null ? null : printable(cause),
        fix: printable(fix),
        found: found === null ? null : printable(found),
        accepted: accepted.map((each) => printable(each)),
        pointer: pointer === null || pointer === '' ? null : printable(pointer),
        excerpt:
          excerpt === null || excerpt.column < 1 || excerpt.column > 2 * excerpt.text.length + 1
            ? null
            : {
                ...excerpt,
                text: printable(excerpt.text),
                width: Math.max(1, Math.min(excerpt.width, 2 * excerpt.text.length + 1)),
              },
        source: source === null ? null : placeOf(source.file, source.line, source.column),
      },
    ],
  };
}
