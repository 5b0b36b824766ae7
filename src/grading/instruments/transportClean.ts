import { merged } from '../checkFinding.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { counted, runName, runRef, runsText } from './runsText.ts';

/** Every decision came: in time, over an unbroken pipe, within the limits of size (page 6.1). */
export const transportClean: InstrumentRow = {
  id: 'transport-clean',
  requirementId: 'transport-clean',
  title: 'every decision comes, in time and whole',
  required: true,
  binding: true,
  bounds: {},
  measure: async ({ runs }) => {
    const { all } = runs;
    const restsOn = [runsText(all)];
    const attempts = all.flatMap(({ result }) => result.attempts);
    const lostAttempts = attempts.filter(({ failure }) => failure !== null && OF_TRANSPORT.has(failure));
    const measures = [
      measured('attempts', attempts.length),
      measured('attempts lost to the transport', lostAttempts.length),
    ];
    const unstarted = all.filter(({ result }) => result.failure === 'spawn_error');
    const findings = merged(all.flatMap((run) => run.findings));
    if (unstarted[0] !== undefined) {
      return reading('invalid', `the agent could not be started (${unstarted[0].result.code ?? 'unknown'})`, {
        restsOn,
        measures,
        findings,
        evidence: unstarted.map(runRef),
      });
    }
    const broken = all.filter(({ result }) => result.failure !== null && OF_TRANSPORT.has(result.failure));
    const [first] = broken;
    if (first !== undefined) {
      const { failure, code, first_failed_step: step } = first.result;
      const at = step === null ? '' : ` at step ${step}`;
      return reading(
        'failed',
        `${counted(broken.length, 'run')} lost: ${failure}, first ${code ?? 'unknown'}${at} of ${runName(first)}`,
        { restsOn, measures, findings, evidence: broken.map(runRef) },
      );
    }
    const recovered =
      lostAttempts.length === 0 ? '' : `; ${counted(lostAttempts.length, 'attempt')} lost and run again`;
    return reading('passed', `every decision came in time${recovered}`, {
      restsOn,
      measures,
      findings: lostAttempts.length === 0 ? [] : findings,
      evidence: all.map(runRef),
    });
  },
  control: { name: 'crashes', catches: 'ends with exit code 7 at step 3' },
};

/** Kinds of failure that are the pipe's, the clock's or a limit's. */
const OF_TRANSPORT: ReadonlySet<string> = new Set([
  'spawn_error',
  'transport_error',
  'timeout',
  'resource_limit_exceeded',
]);
