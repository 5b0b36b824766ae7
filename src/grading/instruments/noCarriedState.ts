import type { Answer } from '../../agents/agent.ts';
import {
  failed,
  noVerdict,
  type ProbeVerdict,
  passed,
  probeCarriedState,
} from '../../determinism/probes/probes.ts';
import { withAgent } from '../../determinism/twin/openAgent.ts';
import { compareAll, playAlone } from '../../determinism/twin/replay.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import { observedSymbols } from '../../protocol/observedSymbols.ts';
import { writeDecision } from '../../protocol/write/writeDecision.ts';
import type { Bench } from '../bench.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { shownLines } from '../record/shownLines.ts';
import type { InstrumentRow } from './instrument.ts';
import { probeInstrument, probing } from './probing.ts';
import { counted, runName } from './runsText.ts';

/**
 * A run is decided as if no other had been before. One endpoint is asked run 1, another
 * run, and run 1 again; a program, whose process is fresh for each run, is asked the
 * first recorded run again, now that all others have been in its folder.
 */
export const noCarriedState: InstrumentRow = probeInstrument({
  id: 'no-carried-state',
  title: 'no run is decided by the runs before it',
  probe: 'carried-state',
  passed: 'the first run is decided as it was before the others',
  failed: 'after other runs the first one is decided otherwise',
  ask: async (lines, run, bench) => {
    const steps = counted(lines.length, 'step');
    if (bench.candidate.openEndpoint !== undefined) {
      return {
        verdict: await askServer(lines, run, bench),
        restsOn: `${steps} of ${runName(run)} on one server, before and after another run`,
      };
    }
    const others = counted(bench.runs.cells.length - 1, 'other run');
    return {
      verdict: await askAgain(lines, run, bench),
      restsOn: `the first ${steps} of ${runName(run)}, asked again after ${others} in the same folder`,
    };
  },
  control: {
    name: 'remembers-runs',
    catches: 'keeps a count in a file beside it, from one run to the next',
    cells: 2,
  },
});

function askServer(lines: readonly Uint8Array[], run: RecordedRun, bench: Bench): Promise<ProbeVerdict> {
  const { runs, candidate, rule } = bench;
  const other = runs.plain.find(({ cell }) => cell.window.start !== run.cell.window.start) ?? run;
  const otherLines = shownLines(other, candidate.market, rule.bounds.steps! * 2).slice(
    other === run ? lines.length : 0,
  );
  return probing(bench, (start, signal) =>
    probeCarriedState({
      start,
      lines,
      otherLines: otherLines.length > 0 ? otherLines : lines,
      observed: observedSymbols(candidate.market.dataset.symbols),
      budgetMs: candidate.decideTimeoutMs,
      signal,
    }),
  );
}

/** The recorded answers stand for the first asking: nothing is run twice for that. */
function askAgain(lines: readonly Uint8Array[], run: RecordedRun, bench: Bench): Promise<ProbeVerdict> {
  const { candidate } = bench;
  const recorded = lines.flatMap((_, step): Answer[] => {
    const decision = run.turns[step]?.decision ?? null;
    return decision === null
      ? []
      : [{ kind: 'line', bytes: encodeUtf8(writeDecision(decision)), elapsedMs: 0 }];
  });
  return probing(bench, async (start, signal) => {
    const again = await withAgent(start, signal, (agent) =>
      playAlone(agent, lines, candidate.decideTimeoutMs),
    );
    const observed = observedSymbols(candidate.market.dataset.symbols);
    const { compared, parting, failure } = compareAll(recorded, again, observed);
    if (parting !== null) return failed('afterwards', parting);
    return failure === null && compared > 0 ? passed(compared) : noVerdict(failure ?? 'nothing was compared');
  });
}
