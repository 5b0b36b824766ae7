import { cellName } from '../../harness/sweep/cells.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { printable } from '../../kernel/printable.ts';
import type { CheckDocument, InstrumentDocument } from './checkDocument.ts';
import type { FindingGroup, ReportDocument, RunDocument } from './document.ts';
import { placePrefix } from './findingPlace.ts';
import type { SweepDocument } from './sweepDocument.ts';

/** `errored`: it could not be told, which is not the same as that the agent fell short. */
export type CaseOutcome = 'passed' | 'failed' | 'errored' | 'skipped';

/** One thing that was looked at, as a test case. */
export interface SuiteCase {
  readonly group: string;
  readonly name: string;
  readonly outcome: CaseOutcome;
  /** A stable code. */
  readonly type: string;
  readonly message: string;
  /** May have several lines. */
  readonly detail: string;
  readonly seconds: number;
}

export interface Suite {
  readonly name: string;
  readonly cases: readonly SuiteCase[];
  readonly properties: readonly (readonly [string, string])[];
  readonly startedAt: string | null;
  readonly seconds: number;
  /** What is worth knowing beside the cases. */
  readonly output: string;
}

/** What a report looked at, case by case. */
export function suiteOf(document: ReportDocument): Suite {
  switch (document.kind) {
    case 'run':
      return runSuite(document);
    case 'sweep':
      return sweepSuite(document);
    case 'check':
      return checkSuite(document);
  }
}

function runSuite(document: RunDocument): Suite {
  const { run, record, times, verdict } = document;
  const cell = run?.cell ?? null;
  const group =
    cell === null ? 'sharpebench.run' : `sharpebench.window_${cell.start}_${cell.end}.seed_${cell.seed}`;
  const seconds = (times?.wallMs ?? 0) / 1000;
  return {
    name: run?.agent ?? record.id,
    cases: [
      ...endCases(document, group, seconds),
      ...requirementCases(document, group, seconds),
      ...probeCases(document, group),
    ],
    properties: [
      ['record', record.path],
      ...(cell === null
        ? []
        : ([
            ['window', `${cell.start}:${cell.end}`],
            ['seed', cell.seed],
          ] as const)),
      ...(run?.digests ?? []),
      ...(record.command === null ? [] : ([['command', record.command]] as const)),
    ],
    startedAt: record.startedAt,
    seconds,
    output: [
      `${verdict.word}: ${verdict.sentence}`,
      ...document.problems,
      ...asideLines(document.findings),
    ].join('\n'),
  };
}

/** A run without a report says nothing of the requirements. */
function endCases(
  { requirements, verdict }: RunDocument,
  group: string,
  seconds: number,
): readonly SuiteCase[] {
  if (requirements.length > 0) return [];
  return [
    {
      ...{ group, name: 'run-complete', outcome: 'errored', type: verdict.word.replaceAll(' ', '-') },
      ...{ message: verdict.sentence, detail: '', seconds },
    },
  ];
}

function requirementCases(document: RunDocument, group: string, seconds: number): readonly SuiteCase[] {
  const { requirements, findings, doubleRun, verdict } = document;
  const errors = findings.filter(({ severity }) => severity === 'error');
  return requirements.map(({ id, isMet }, index) => {
    const base = { group, name: id, seconds: index === 0 ? seconds : 0 };
    if (isMet === true) return { ...base, outcome: 'passed', type: '', message: '', detail: '' };
    const isTwin = id === 'double-run-equal';
    const divergence = isTwin && doubleRun !== null ? doubleRun.sentence : null;
    const told = isTwin ? [] : errors.flatMap(findingLines);
    return {
      ...base,
      outcome: isMet === null ? 'errored' : isTwin && doubleRun?.tone === 'open' ? 'errored' : 'failed',
      type: isTwin ? 'double-run' : (errors[0]?.code ?? verdict.word.replaceAll(' ', '-')),
      message: divergence ?? verdict.sentence,
      detail: (isTwin ? doubleRunLines(doubleRun) : told).join('\n'),
    };
  });
}

function probeCases({ probes }: RunDocument, group: string): readonly SuiteCase[] {
  return probes.map(({ id, tone, sentence }) => ({
    group,
    name: `probe-${id}`,
    outcome: tone === 'good' ? 'passed' : tone === 'bad' ? 'failed' : 'errored',
    type: id,
    message: tone === 'good' ? '' : sentence,
    detail: '',
    seconds: 0,
  }));
}

/** A finding of each code, with its excerpt and what to do. */
export function findingLines({ code, count, findings }: FindingGroup): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { message, excerpt, cause, fix, source } = first;
  const times = count > 1 ? ` (${count} times)` : '';
  return [
    `[${code}]${times} ${placePrefix(first)}${message}`,
    ...(excerpt === null
      ? []
      : [`  ${excerpt.text}`, `  ${' '.repeat(excerpt.column - 1)}${'^'.repeat(excerpt.width)}`]),
    ...(source === null ? [] : [`  at ${source.file}:${source.line}`]),
    ...(cause === null ? [] : [`  why: ${cause}`]),
    `  fix: ${fix}`,
  ];
}

function doubleRunLines(doubleRun: RunDocument['doubleRun']): readonly string[] {
  if (doubleRun === null) return [];
  const { sentence, divergence, cause, hints } = doubleRun;
  return [
    sentence,
    ...(divergence === null
      ? []
      : [`  where ${divergence.pointer || 'the answer'}`, `  A ${divergence.a}`, `  B ${divergence.b}`]),
    ...(cause === null ? [] : [`  why: ${cause.text}`, `  fix: ${cause.fix}`]),
    ...hints.map(({ file, line, text }) => `  look at ${file}:${line}: ${text}`),
  ];
}

function asideLines(groups: readonly FindingGroup[]): readonly string[] {
  return groups.filter(({ severity }) => severity !== 'error').flatMap(findingLines);
}

const cellOutcomes: Readonly<Record<CellResult['status'], CaseOutcome>> = {
  clean: 'passed',
  failed: 'failed',
  incomplete: 'errored',
  not_run: 'skipped',
};

function sweepSuite({ report, record, verdict }: SweepDocument): Suite {
  const { plan, cells } = report;
  return {
    name: printable(plan.agent.id),
    cases: cells.map((each) => {
      const { cell, status, failure, code, first_failed_step: step, command } = each;
      const cause = [failure, code].filter((part) => part !== null).join(', ');
      return {
        group: `sharpebench.window_${cell.window_start}_${cell.window_end}`,
        name: cellName(cell),
        outcome: cellOutcomes[status],
        type: printable(code ?? failure ?? status),
        message: status === 'clean' ? '' : printable(cause === '' ? status.replace('_', ' ') : cause),
        detail:
          status === 'clean' || command === ''
            ? ''
            : `${step === null ? '' : `first at step ${step}\n`}run it alone: ${printable(command)}`,
        seconds: 0,
      };
    }),
    properties: [
      ['record', record.path],
      ['costs', printable(plan.costs)],
      ['data', printable(plan.data.source)],
      ['dataset_sha256', plan.digests.dataset_sha256],
    ],
    startedAt: record.startedAt,
    seconds: 0,
    output: `${verdict.word}: ${verdict.sentence}`,
  };
}

function checkSuite({ record, verdict, instruments, report }: CheckDocument): Suite {
  const { roster, candidate, case: contract } = report;
  const aside = instruments.filter((each) => !each.isBinding && each.status !== 'passed');
  const wall = roster.cells.reduce((sum, { timing }) => sum + (timing?.wall_ms ?? 0), 0);
  return {
    name: printable(candidate.agent.id),
    cases: instruments.map(instrumentCase),
    properties: [
      ['record', record.path],
      ['case', printable(contract.name)],
      ['case_sha256', contract.sha256],
      ['snapshot', printable(candidate.snapshot_id)],
      ['dataset_sha256', roster.digests.dataset_sha256],
    ],
    startedAt: record.startedAt,
    seconds: wall / 1000,
    output: [
      `${verdict.word}: ${verdict.sentence}`,
      ...aside.flatMap((each) => [
        `advisory ${each.id} ${each.status}: ${each.reason}`,
        ...each.findings.flatMap(findingLines),
      ]),
      ...report.not_looked_at.map(
        ({ subject, reason }) => `not looked at: ${printable(subject)}: ${printable(reason)}`,
      ),
    ].join('\n'),
  };
}

/** What is required and failed is a failure; what is advisory fails nothing. */
function instrumentCase(instrument: InstrumentDocument): SuiteCase {
  const { id, status, isBinding, reason, findings, control } = instrument;
  const outcome = instrumentOutcome(instrument);
  const isPassed = outcome === 'passed';
  const dead = control === null ? [] : [`its control is not live: ${control}`];
  return {
    group: 'sharpebench.check',
    name: id,
    outcome,
    type: isPassed ? '' : (findings[0]?.code ?? status),
    message: isPassed ? '' : `${isBinding ? '' : 'advisory: '}${status}: ${reason}`,
    detail: isPassed ? '' : [...dead, ...findings.flatMap(findingLines)].join('\n'),
    seconds: 0,
  };
}

function instrumentOutcome({ status, isBinding }: InstrumentDocument): CaseOutcome {
  if (status === 'passed') return 'passed';
  if (!isBinding || status === 'abstained') return 'skipped';
  return status === 'failed' ? 'failed' : 'errored';
}
