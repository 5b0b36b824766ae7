import type { RunReport } from '../../harness/events.ts';
import { numberAt, textAt } from '../../harness/records/fields.ts';
import type { AttemptRecord, SessionRecord } from '../../harness/records/sessionRecord.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';
import { count, fixed, percent } from '../../reporters/text/numbers.ts';
import { verdictLine } from '../../reporters/text/summary.ts';
import { wordsOf } from '../catalogue.ts';
import { recordedFindingLines } from './findings.ts';
import { isClean, type RunState, tellingAttempt } from './overview.ts';

const SHOWN_CODES = 5;
const SHOWN_PROBLEMS = 5;

/** One session for a person: how it ended first, then what is kept, then how to go on. */
export function sessionLines(record: SessionRecord, state: RunState, path: string, style: Style): string[] {
  const attempt = tellingAttempt(record);
  const rows: (readonly [string, string])[] = [
    ...(attempt === null ? [] : [['steps', stepsText(attempt)] as const]),
    ...attemptRows(record),
    ...performanceRows(record),
    ...environmentRows(attempt),
    ...(record.exit_code === null ? [] : [['exit code', String(record.exit_code)] as const]),
    ['record', printable(path)],
  ];
  return [
    ...headLines(record).map((line) => style.dim(line)),
    '',
    endLine(record, state, attempt, style),
    ...noteLines(record, attempt, style),
    '',
    ...rows.map(([label, value]) => `  ${style.dim(label.padEnd(10))}${value}`),
    ...groupLines(attempt, style),
    ...problemLines(record, style),
    ...nextLines(record, state, attempt),
  ];
}

function headLines({ meta, attempts }: SessionRecord): string[] {
  const run = attempts.findLast((each) => each.run !== null)?.run ?? null;
  const started = printable(meta.started_at ?? 'at an unknown time');
  const head = `${printable(meta.id)}  started ${started}  kit ${printable(meta.kit ?? 'unknown')}`;
  if (run === null) return [head];
  const cell =
    run.cell === null ? '' : `  [${run.cell.window_start},${run.cell.window_end})  seed ${run.cell.seed}`;
  return [
    head,
    `${printable(run.agent)}  ${printable(run.transport ?? '')}`,
    `${printable(run.data ?? 'unknown data')}${cell}  ${printable(run.costs ?? 'unknown')} costs`,
  ];
}

function endLine(
  record: SessionRecord,
  state: RunState,
  attempt: AttemptRecord | null,
  style: Style,
): string {
  const { report } = record;
  const done = attempt?.steps ?? 0;
  // The report is whole and only the end record is missing: what it says holds.
  if (report !== null) return verdictLine(report as Pick<RunReport, 'stop' | 'health'>, done, style);
  const sign = state === 'running' ? style.dim('i') : style.bad('✗');
  // It ended by itself and has no report: the kit could not go on, and told why on stderr.
  const name = state === 'finished' ? 'ended without a report' : state;
  return `${sign} ${style.bold(name)}  ${whereText(done, attempt?.run?.steps ?? null, state)}`;
}

function whereText(done: number, steps: number | null, state: RunState): string {
  if (state === 'running') return `a living process writes it: ${count(done, 'step')} so far`;
  const of = steps === null ? '' : ` of ${steps}`;
  if (done === 0) return `at step 0${of}: no step was complete`;
  if (done === steps) return `after its last step: steps 0..${done - 1} are kept, the report is not`;
  return `at step ${done}${of}: ${done === 1 ? 'step 0 is' : `steps 0..${done - 1} are`} kept`;
}

function noteLines(
  { torn, incomplete, report, status, generations }: SessionRecord,
  attempt: AttemptRecord | null,
  style: Style,
): string[] {
  const last = generations.at(-1)?.task_generation ?? 0;
  return [
    ...(attempt === null || attempt.answers_ahead === 0 ? [] : [aheadLine(attempt)]),
    ...(report !== null && report.task_generation < last
      ? [`  the report is of generation ${report.task_generation}; generation ${last} has none`]
      : []),
    ...(report !== null && report.task_generation === last && status === 'torn'
      ? ['  the report is whole; the process was killed before it ended the record']
      : []),
    ...(torn === null
      ? []
      : [`  line ${torn.line} was cut off after ${torn.bytes} bytes and is not counted`]),
    ...(incomplete === null ? [] : [`  a write failed (${printable(incomplete)}): later events are missing`]),
  ].map((line) => style.dim(line));
}

function aheadLine({ turns, steps, answers_ahead: ahead }: AttemptRecord): string {
  const which = ahead === 1 ? `step ${turns}` : `steps ${turns}..${steps - 1}`;
  return `  of ${which} the ${ahead === 1 ? 'answer is' : 'answers are'} kept; the rest was not written yet`;
}

function stepsText({ steps, run, verdicts }: AttemptRecord): string {
  const words: readonly (readonly [number, string])[] = [
    [verdicts.accepted, 'accepted'],
    [verdicts.refused, 'refused'],
    [verdicts.timeout, 'timed out'],
    [verdicts.fault, 'without an answer'],
    [verdicts.not_asked, 'not asked any more'],
  ];
  const parts = words.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${steps} of ${run?.steps ?? '?'}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

const SHOWN_VARIABLES = 12;

/** Under which locale, time zone and switches the agent ran; of what is withheld, nothing. */
function environmentRows(attempt: AttemptRecord | null): (readonly [string, string])[] {
  const told = (attempt?.run?.environment ?? []).filter(
    (each) => each.passed === true || ['LANG', 'LC_ALL', 'TZ'].includes(textAt(each, 'name') ?? ''),
  );
  if (told.length === 0) return [];
  const words = told.slice(0, SHOWN_VARIABLES).map((each) => {
    const value = textAt(each, 'value') ?? textAt(each, 'fingerprint');
    const shown = value ?? (each.passed === true ? 'set' : 'unset');
    return printable(`${textAt(each, 'name') ?? 'unknown'}=${shown}`);
  });
  return [['agent env', words.join(' ')]];
}

/** Every attempt, where there was more than one. */
function attemptRows({ attempts, generations }: SessionRecord): (readonly [string, string])[] {
  if (attempts.length < 2) return [];
  const rows = attempts.map(({ attempt_id: id, ledger, steps }) => {
    const outcome = ledger === null ? 'no end' : (textAt(ledger, 'outcome') ?? 'unknown');
    const why = ledger === null ? null : (textAt(ledger, 'code') ?? textAt(ledger, 'failure'));
    return `${printable(id)} ${printable(outcome)}${why === null ? '' : ` (${printable(why)})`} after ${count(steps, 'step')}`;
  });
  const head = `${attempts.length} in ${count(generations.length, 'generation')}`;
  const shown = rows.slice(-SHOWN_ATTEMPTS).map((row) => ['', row] as const);
  return [['attempts', head], ...shown];
}

const SHOWN_ATTEMPTS = 8;

function performanceRows(record: SessionRecord): (readonly [string, string])[] {
  if (record.report === null) return [];
  if (!isClean(record)) return [['score', 'none: a run that is not clean has no returns of the agent’s own']];
  const { summary } = record.report;
  const total = numberAt(summary, 'total_return');
  const fall = numberAt(summary, 'max_drawdown');
  return [
    ['return', total === null ? '-' : percent(total)],
    [
      'risk',
      `Sharpe ${fixed(numberAt(summary, 'sharpe_per_period'), 4)} a step  drawdown ${fall === null ? '-' : percent(-fall)}`,
    ],
  ];
}

function groupLines(attempt: AttemptRecord | null, style: Style): string[] {
  const groups = (attempt?.findings ?? []).toSorted((a, b) => rank(a.severity) - rank(b.severity));
  const told = groups.slice(0, SHOWN_CODES).flatMap((group) => recordedFindingLines(group, style));
  const more = groups.length - SHOWN_CODES;
  return [
    ...(told.length === 0 ? [] : ['', ...told]),
    ...(more > 0 ? [style.dim(`  and ${count(more, 'further code')}`)] : []),
  ];
}

function rank(severity: string): number {
  return ['error', 'warning', 'notice'].indexOf(severity);
}

function problemLines({ problems, problem_count: total }: SessionRecord, style: Style): string[] {
  if (total === 0) return [];
  const shown = problems.slice(0, SHOWN_PROBLEMS);
  return [
    '',
    ...shown.flatMap((each) =>
      findingLines({ type: 'finding', diagnostic: each, excerpt: null }, wordsOf(each), style),
    ),
    ...(total > shown.length ? [style.dim(`  and ${count(total - shown.length, 'further problem')}`)] : []),
  ];
}

function nextLines(record: SessionRecord, state: RunState, attempt: AttemptRecord | null): string[] {
  const { command } = record.meta;
  const first = attempt?.findings.find((each) => each.severity === 'error');
  return [
    '',
    ...(command === null ? [] : [`  again: ${printable(command)}`]),
    ...(first === undefined ? [] : [`  next: sbdev explain ${printable(first.code)}`]),
    ...(state === 'killed' || state === 'interrupted'
      ? ['  a run starts from its first step; nothing of this one is used by the next']
      : []),
  ];
}
