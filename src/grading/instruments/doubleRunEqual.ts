import type { SourceHint } from '../../harness/determinismEvents.ts';
import { BESIDE_FILE } from '../record/recordedRuns.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { counted, runName, runRef, withoutCleanRuns } from './runsText.ts';

/** Two agents on the same observations, in surroundings that must not matter (page 4.4). */
export const doubleRunEqual: InstrumentRow = {
  id: 'double-run-equal',
  requirementId: 'double-run-equal',
  title: 'two runs in varied surroundings decide the same',
  required: true,
  binding: true,
  bounds: {},
  measure: async ({ runs, candidate }) => {
    const [run] = runs.all;
    const report = run?.beside.double_run ?? null;
    if (run === undefined || report === null) {
      return candidate.identity.transport === 'in-process'
        ? reading('abstained', 'a built-in agent has no process whose surroundings could be varied')
        : reading('invalid', 'the first run has no double run beside it');
    }
    const restsOn = [
      `${runName(run)} twice, ${counted(report.steps_compared, 'step')} compared`,
      ...(report.varied.length === 0 ? [] : [`varied: ${report.varied.join(', ')}`]),
    ];
    const evidence = [runRef(run), `${runRef(run)}/${BESIDE_FILE}`];
    const measures = [
      measured('steps compared', report.steps_compared),
      measured('steps asked again later', report.steps_asked_again_later),
      measured('not exercised', report.not_exercised.join(', ')),
    ];
    if (report.status === 'different') {
      const { divergence, cause, hints } = report;
      const where = divergence === null ? '' : ` first at step ${divergence.step}, ${divergence.pointer}`;
      const why = cause === null ? '' : `: ${cause.text}`;
      return reading('failed', `decisions differ${where}${why}`, {
        restsOn,
        evidence,
        measures,
        findings: run.beside.double_run_findings.map((each) =>
          each.code === 'non-deterministic'
            ? {
                ...each,
                cause: cause?.text ?? each.cause,
                fix: cause?.fix ?? each.fix,
                source: sourceOf(hints[0]),
              }
            : each,
        ),
      });
    }
    const ownFailure = run.beside.double_run_findings.find(({ code }) => code === 'twin-failed');
    if (ownFailure !== undefined) {
      const findings = run.beside.double_run_findings;
      return reading('failed', 'the agent fails when its surroundings differ', {
        restsOn,
        evidence,
        measures,
        findings,
      });
    }
    // Equal refusals are no equal decisions.
    const unclean = withoutCleanRuns([run]);
    if (unclean !== null) return { ...unclean, restsOn };
    if (report.status === 'equal')
      return reading('passed', 'all decisions are equal', { restsOn, evidence, measures });
    return reading('invalid', `no verdict: ${report.reason ?? 'no step could be compared'}`, {
      restsOn,
      evidence,
      measures,
      findings: run.beside.double_run_findings,
    });
  },
  control: { name: 'random', catches: 'draws its weights from Math.random' },
};

function sourceOf(hint: SourceHint | undefined) {
  return hint === undefined ? null : { file: hint.file, line: hint.line, column: hint.column };
}
