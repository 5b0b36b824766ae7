import type { FindingGroup, RunDocument } from '../documents/document.ts';
import { findingLines } from './findingLines.ts';
import type { Suite, SuiteCase } from './suite.ts';

/** The requirements of a run, and its probes. */
export function runSuite(document: RunDocument): Suite {
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
