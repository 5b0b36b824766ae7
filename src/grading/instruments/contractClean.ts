import { merged } from '../checkFinding.ts';
import { type InstrumentRow, reading } from './instrument.ts';
import { counted, runName, runRef, runsText } from './runsText.ts';

/** Every answer of every recorded run keeps the wire contract (page 1). */
export const contractClean: InstrumentRow = {
  id: 'contract-clean',
  requirementId: 'contract-clean',
  title: 'every answer keeps the wire contract',
  required: true,
  binding: true,
  bounds: {},
  measure: async ({ runs }) => {
    const { all } = runs;
    const broken = all.filter(
      ({ protocolFaults, result }) => protocolFaults > 0 || result.failure === 'agent_protocol_violation',
    );
    const restsOn = [runsText(all)];
    const findings = merged(all.flatMap((run) => run.findings));
    const [first] = broken;
    if (first !== undefined) {
      const faults = broken.reduce((sum, run) => sum + run.protocolFaults, 0);
      const { code, first_failed_step: step } = first.result;
      const at = step === null ? '' : ` at step ${step}`;
      return reading(
        'failed',
        `${faults > 0 ? counted(faults, 'answer') : counted(broken.length, 'run')} refused; first ${code ?? 'a fault'}${at} of ${runName(first)}`,
        { restsOn, findings, evidence: broken.map(runRef) },
      );
    }
    const lost = all.filter(({ result }) => result.status === 'incomplete');
    if (lost[0] !== undefined) {
      const said = lost[0].result.code ?? lost[0].result.failure;
      return reading(
        'invalid',
        `not every answer came: ${lost.length} of ${counted(all.length, 'run')} did not get to its end (${said})`,
        { restsOn, findings, evidence: lost.map(runRef) },
      );
    }
    return reading('passed', 'every answer was accepted', {
      restsOn,
      findings,
      evidence: all.map(runRef),
    });
  },
  control: { name: 'overweight', catches: 'asks for more than all of its NAV at step 3' },
};
