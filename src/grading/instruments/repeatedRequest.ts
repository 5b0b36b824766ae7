import { probeRepeatedRequest } from '../../determinism/probes/probes.ts';
import { limits } from '../../kernel/limits.ts';
import { observedSymbols } from '../../protocol/observedSymbols.ts';
import type { InstrumentRow } from './instrument.ts';
import { probeInstrument, probing } from './probing.ts';
import { counted, runName } from './runsText.ts';

/** The same observation twice in a row gets the same answer, and the run goes on as if it had been asked once. */
export const repeatedRequest: InstrumentRow = probeInstrument({
  id: 'repeated-request',
  title: 'a request that is repeated changes nothing',
  probe: 'repeated-request',
  passed: 'the same answer to the same question, and the run goes on as it would',
  failed: 'a question that is repeated changes what is decided',
  ask: async (lines, run, bench) => {
    const { market, decideTimeoutMs } = bench.candidate;
    const twice = Math.min(limits.probedSteps, Math.ceil(lines.length / 2));
    const verdict = await probing(bench, (start, signal) =>
      probeRepeatedRequest({
        start,
        lines,
        twice,
        observed: observedSymbols(market.dataset.symbols),
        budgetMs: decideTimeoutMs,
        signal,
      }),
    );
    const restsOn = `the first ${counted(lines.length, 'step')} of ${runName(run)}, ${twice} of them asked twice in a row`;
    return { verdict, restsOn };
  },
  control: { name: 'counts-requests', catches: 'decides by how many lines it has read' },
});
