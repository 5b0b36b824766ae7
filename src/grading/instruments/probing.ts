import { NOT_REPEATABLE, type ProbeVerdict } from '../../determinism/probes/probes.ts';
import { type Probe, probeWithinBound } from '../../determinism/probes/withinBound.ts';
import type { ProbeReport } from '../../harness/determinismEvents.ts';
import { MeasurementInterrupted } from '../../harness/grader/grader.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { Bench } from '../bench.ts';
import { checkFinding } from '../checkFinding.ts';
import type { CheckFinding } from '../checkReport.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { shownLines } from '../record/shownLines.ts';
import { type InstrumentRow, reading } from './instrument.ts';
import { runRef, withoutCleanRuns } from './runsText.ts';

/** An instrument that asks agents again what a recorded run was asked. */
interface ProbeInstrument extends Pick<InstrumentRow, 'id' | 'title' | 'control'> {
  readonly probe: ProbeReport['probe'];
  /** What a verdict says. */
  readonly passed: string;
  readonly failed: string;
  /** Asks them the first `lines` of the first run without a plan. */
  ask(lines: readonly Uint8Array[], run: RecordedRun, bench: Bench): Promise<Asked>;
}

interface Asked {
  readonly verdict: ProbeVerdict;
  readonly restsOn: string;
}

/** The row of a probe. Its requirement has its own name. */
export function probeInstrument({ probe, passed, failed, ask, ...row }: ProbeInstrument): InstrumentRow {
  return {
    ...row,
    requirementId: row.id,
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
      const { verdict, restsOn } = await ask(lines, run, bench);
      const rest = { restsOn: [restsOn], evidence: [runRef(run)] };
      const { status, reason, difference } = verdict;
      if (status === 'passed') return reading('passed', passed, rest);
      if (reason === NOT_REPEATABLE) return reading('abstained', `nothing to judge: ${reason}`, rest);
      if (difference === null) {
        return reading('invalid', `no verdict: ${reason ?? 'nothing was compared'}`, rest);
      }
      return reading('failed', `${failed}: step ${difference.step}, ${placeOf(difference.pointer)}`, {
        ...rest,
        findings: [probeFinding(probe, difference, bench.wordsOf)],
      });
    },
  };
}

/** A probe within its bound; rejects with a MeasurementInterrupted if an interrupt ended it. */
export async function probing({ candidate, signal }: Bench, probe: Probe): Promise<ProbeVerdict> {
  const { openEndpoint } = candidate;
  const agents = { start: (within: AbortSignal) => candidate.start(within), openEndpoint };
  const verdict = await probeWithinBound(agents, signal, probe);
  if (signal.aborted) throw new MeasurementInterrupted();
  return verdict;
}

function probeFinding(
  probe: ProbeReport['probe'],
  { step, kind, pointer, a, b }: NonNullable<ProbeReport['difference']>,
  wordsOf: Bench['wordsOf'],
): CheckFinding {
  const facts = { kind, a, b };
  return checkFinding(
    diagnostic(probe, 'error', { step, pointer }, { found: `${a}, then ${b}`, facts }),
    wordsOf,
    null,
  );
}

function placeOf(pointer: string): string {
  return pointer === '' ? 'the answer' : pointer;
}
