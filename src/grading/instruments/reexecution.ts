import { type Divergence, RunComparison } from '../../determinism/trajectory/reexecution.ts';
import { MeasurementInterrupted } from '../../harness/grader/grader.ts';
import { cellRef } from '../../harness/records/fileNames.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { runSweep, SweepStop } from '../../harness/sweep/runSweep.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import type { Bench, PlannedCell } from '../bench.ts';
import { checkFinding } from '../checkFinding.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { counted, runName, runRef, withoutCleanRuns } from './runsText.ts';

/**
 * Recorded runs again, each with a fresh agent (page 4.3). The first one has had its
 * second agent already, that of the double run, so it is run again only if it is alone.
 */
export const reexecution: InstrumentRow = {
  id: 're-execution',
  requirementId: 're-execution',
  title: 'a fresh agent decides the same again',
  required: true,
  binding: true,
  startsAgents: true,
  bounds: {},
  measure: async (bench) => {
    const { runs, wordsOf } = bench;
    const plain = runs.plain;
    const unclean = withoutCleanRuns(plain);
    if (unclean !== null) return unclean;
    const isDoubled = plain.length > 1 && plain[0]!.beside.double_run?.status === 'equal';
    const again = isDoubled ? plain.slice(1) : plain;
    const { comparisons, results } = await runAgain(again, bench);
    const compared = comparisons.reduce((sum, each) => sum + each.compared, 0);
    const restsOn = [
      `${counted(again.length, 'run')} again with fresh agents, ${counted(compared, 'step')} compared`,
      ...(isDoubled ? [`${runName(plain[0]!)} by its double run`] : []),
    ];
    const measures = [measured('runs', again.length), measured('steps compared', compared)];
    const [first] = comparisons.flatMap(({ divergence }) => divergence ?? []);
    if (first !== undefined) {
      const run = again[first.run]!;
      return reading(
        'failed',
        `${runName(run)} differs first at step ${first.step}, ${first.difference.pointer}`,
        {
          restsOn,
          measures,
          findings: [checkFinding(diverged(first), wordsOf, run.cell.index)],
          evidence: [`${runRef(run)}#step-${first.step}`],
        },
      );
    }
    const lost = results.find(({ status }) => status !== 'clean');
    if (lost !== undefined) {
      return reading(
        'invalid',
        `no verdict: a run could not be executed again (${lost.code ?? lost.failure})`,
        {
          restsOn,
          measures,
          evidence: [cellRef(lost.index)],
        },
      );
    }
    return reading('passed', 'every decision repeats', { restsOn, measures, evidence: again.map(runRef) });
  },
  control: { name: 'process-id', catches: 'takes its weights from its process id' },
};

async function runAgain(
  recorded: readonly RecordedRun[],
  { candidate, jobs, kit, clock, signal }: Bench,
): Promise<{ readonly comparisons: readonly RunComparison[]; readonly results: readonly CellResult[] }> {
  const comparisons = recorded.map((run, index) => new RunComparison(index, trajectoryOf(run)));
  const positions = new Map(recorded.map(({ cell }, index) => [cell.index, index]));
  const stop = new SweepStop();
  const onAbort = (): void => stop.stop('interrupted');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const supply = candidate.openSupply();
  try {
    const results = await runSweep({
      sessionId: 'again',
      kit,
      cells: recorded.map(({ cell }) => cell),
      finished: new Map(),
      jobs,
      retries: 0,
      taskOf: (cell) => candidate.taskOf(cell as PlannedCell, supply),
      commandOf: (cell) => candidate.commandOf(cell as PlannedCell),
      recordOf: (cell) => ({
        emit: (event) => {
          if (event.type === 'turn') comparisons[positions.get(cell.index)!]!.turn(event);
        },
        close: async () => {},
      }),
      stop,
      onResult: () => {},
      onProgress: (change) => {
        if (change.kind === 'ended' && change.result?.status !== 'clean') supply.spent();
      },
      clock,
    });
    if (signal.aborted) throw new MeasurementInterrupted();
    return { comparisons, results };
  } finally {
    signal.removeEventListener('abort', onAbort);
    await supply.close();
  }
}

function trajectoryOf({ cell, turns }: RecordedRun) {
  return {
    window_start: cell.window.start,
    window_end: cell.window.end,
    seed: cell.seed,
    steps: turns.flatMap(({ step, date, decision }) =>
      decision === null ? [] : [{ step, observation_id: date, decision }],
    ),
  };
}

function diverged({ step, difference }: Divergence) {
  return diagnostic(
    'reexecution-differs',
    'error',
    { step, pointer: difference.pointer },
    {
      found: `${difference.a}, then ${difference.b}`,
      accepted: ['the recorded decision'],
      facts: { a: difference.a, b: difference.b },
    },
  );
}
