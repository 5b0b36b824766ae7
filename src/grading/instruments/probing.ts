import type { Agent } from '../../agents/agent.ts';
import { NOT_REPEATABLE, type ProbeVerdict } from '../../determinism/probes/probes.ts';
import type { ProbeReport } from '../../harness/events.ts';
import { MeasurementInterrupted } from '../../harness/grader/grader.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { Bench } from '../bench.ts';
import { checkFinding } from '../checkFinding.ts';
import type { CheckFinding } from '../checkReport.ts';
import { type Reading, reading } from './instrument.ts';

type Probe = (start: () => Promise<Agent>, signal: AbortSignal) => Promise<ProbeVerdict>;

/** A probe within its bound; rejects with a MeasurementInterrupted if an interrupt ended it. */
export async function probing(bench: Bench, probe: Probe): Promise<ProbeVerdict> {
  const verdict = await bounded(bench, probe);
  if (bench.signal.aborted) throw new MeasurementInterrupted();
  return verdict;
}

/** Agents of one endpoint, or fresh processes. What cannot start gives no verdict. */
async function bounded({ candidate, signal }: Bench, probe: Probe): Promise<ProbeVerdict> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(limits.probeMs)]);
  try {
    if (candidate.openEndpoint === undefined) return await probe(() => candidate.start(within), within);
    const endpoint = await candidate.openEndpoint(within);
    try {
      return await probe(async () => endpoint.agentForRun(), within);
    } finally {
      await endpoint.close();
    }
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    const reason = within.aborted ? 'it was ended early' : (error.diagnostics[0]?.code ?? 'cannot-run');
    return { status: 'no_verdict', steps_compared: 0, reason, difference: null };
  }
}

/** What a probe's verdict means for its instrument. */
export function probeReading(
  { wordsOf }: Bench,
  probe: ProbeReport['probe'],
  verdict: ProbeVerdict,
  said: { readonly passed: string; readonly failed: string },
  rest: Pick<Reading, 'restsOn' | 'evidence'>,
): Reading {
  const { status, reason, difference } = verdict;
  if (status === 'passed') return reading('passed', said.passed, rest);
  if (reason === NOT_REPEATABLE) return reading('abstained', `nothing to judge: ${reason}`, rest);
  if (difference === null) return reading('invalid', `no verdict: ${reason ?? 'nothing was compared'}`, rest);
  return reading('failed', `${said.failed}: step ${difference.step}, ${placeOf(difference.pointer)}`, {
    ...rest,
    findings: [probeFinding(probe, difference, wordsOf)],
  });
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
