import { cellName } from '../../harness/sweep/cells.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { printable } from '../../kernel/printable.ts';
import type { SweepDocument } from '../documents/sweepDocument.ts';
import type { CaseOutcome, Suite } from './suite.ts';

const cellOutcomes: Readonly<Record<CellResult['status'], CaseOutcome>> = {
  clean: 'passed',
  failed: 'failed',
  incomplete: 'errored',
  not_run: 'skipped',
};

/** The cells of a sweep. */
export function sweepSuite({ report, record, verdict }: SweepDocument): Suite {
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
