import { probeRepeatedRequest } from '../../determinism/probes/probes.ts';
import { limits } from '../../kernel/limits.ts';
import { observedSymbols } from '../../protocol/observedSymbols.ts';
import { shownLines } from '../record/shownLines.ts';
import type { InstrumentRow } from './instrument.ts';
import { probeReading, probing } from './probing.ts';
import { counted, runName, runRef, withoutCleanRuns } from './runsText.ts';

/** The same observation twice in a row gets the same answer, and the run goes on as if it had been asked once. */
export const repeatedRequest: InstrumentRow = {
  id: 'repeated-request',
  requirementId: 'repeated-request',
  title: 'a request that is repeated changes nothing',
  required: true,
  binding: true,
  startsAgents: true,
  bounds: {
    steps: { value: limits.probeSteps, min: 2, max: limits.caseSteps, unit: 'steps' },
  },
  measure: async (bench) => {
    const { runs, candidate, rule } = bench;
    const [run] = runs.plain;
    const unclean = withoutCleanRuns(run === undefined ? [] : [run]);
    if (run === undefined || unclean !== null) return unclean!;
    const lines = shownLines(run, candidate.market, rule.bounds.steps!);
    const twice = Math.min(limits.probedSteps, Math.ceil(lines.length / 2));
    const verdict = await probing(bench, (start, signal) =>
      probeRepeatedRequest({
        start,
        lines,
        twice,
        observed: observedSymbols(candidate.market.dataset.symbols),
        budgetMs: candidate.decideTimeoutMs,
        signal,
      }),
    );
    return probeReading(
      bench,
      'repeated-request',
      verdict,
      {
        passed: 'the same answer to the same question, and the run goes on as it would',
        failed: 'a question that is repeated changes what is decided',
      },
      {
        restsOn: [
          `the first ${counted(lines.length, 'step')} of ${runName(run)}, ${twice} of them asked twice in a row`,
        ],
        evidence: [runRef(run)],
      },
    );
  },
  control: { name: 'counts-requests', catches: 'decides by how many lines it has read' },
};
