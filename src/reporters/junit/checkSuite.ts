import { printable } from '../../kernel/printable.ts';
import type { CheckDocument, InstrumentDocument } from '../documents/checkDocument.ts';
import { findingLines } from './findingLines.ts';
import type { CaseOutcome, Suite, SuiteCase } from './suite.ts';

/** The instruments of a check. */
export function checkSuite({ record, verdict, instruments, report }: CheckDocument): Suite {
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
