import type { Agent, Answer } from '../../agents/agent.ts';
import type { ProbeReport } from '../../harness/determinismEvents.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { compareAnswers } from '../twin/compareAnswers.ts';
import { withAgent } from '../twin/openAgent.ts';
import { compareAll, type Parting, playAlone, replayed } from '../twin/replay.ts';

/** Why there is no verdict on an agent that does not even repeat itself. */
export const NOT_REPEATABLE = 'two runs that are asked once differ, too';

/** Why there is none where it was interrupted, or took too long. */
export const ENDED_EARLY = 'it was ended early';

/** What a probe needs: agents, and observations that a run was shown. */
export interface ProbeRequest {
  /** An agent for one run: a fresh process, or the next run of an endpoint. */
  readonly start: () => Promise<Agent>;
  readonly lines: readonly Uint8Array[];
  readonly observed: ObservedSymbols;
  readonly budgetMs: number;
  /** Aborted when the probe has to end; then it has no verdict. */
  readonly signal: AbortSignal;
}

export type ProbeVerdict = Omit<ProbeReport, 'probe'>;

/**
 * Whether the same observation twice in a row gets the same score-bearing answer, and
 * the run goes on as if it had been asked once (page 4.4). The first `twice` lines are
 * asked twice. Two runs that are asked once have to agree before, or there is no verdict.
 */
export async function probeRepeatedRequest(
  request: ProbeRequest & { readonly twice: number },
): Promise<ProbeVerdict> {
  const once = await playOnce(request, request.lines);
  const control = compareAll(once, await playOnce(request, request.lines), request.observed);
  if (request.signal.aborted) return noVerdict(ENDED_EARLY);
  if (control.failure !== null) return noVerdict(control.failure);
  if (control.parting !== null) return noVerdict(NOT_REPEATABLE);
  const again = await askTwice(request);
  if (request.signal.aborted) return noVerdict(ENDED_EARLY);
  if (again.parting !== null) return failed('again', again.parting);
  const afterwards = compareAll(once, again.answers, request.observed);
  if (afterwards.parting !== null) return failed('afterwards', afterwards.parting);
  if (afterwards.failure !== null) return noVerdict(afterwards.failure);
  return passed(afterwards.compared);
}

/**
 * Whether an endpoint answers a run as it did before another run (page 4.4): run 1, run
 * 2 on other observations, run 1 again.
 */
export async function probeCarriedState(
  request: ProbeRequest & { readonly otherLines: readonly Uint8Array[] },
): Promise<ProbeVerdict> {
  const first = await playOnce(request, request.lines);
  const other = await playOnce(request, request.otherLines);
  const again = await playOnce(request, request.lines);
  if (request.signal.aborted) return noVerdict(ENDED_EARLY);
  const broken = other.at(-1);
  if (broken?.kind === 'fault') return noVerdict(broken.diagnostic.code);
  const { compared, parting, failure } = compareAll(first, again, request.observed);
  if (parting !== null) return failed('afterwards', parting);
  return failure === null ? passed(compared) : noVerdict(failure);
}

function playOnce(request: ProbeRequest, lines: readonly Uint8Array[]): Promise<Answer[]> {
  return withAgent(request.start, request.signal, (agent) => playAlone(agent, lines, request.budgetMs));
}

/** First answers of an agent whose first lines are asked twice; ends where the second differs. */
function askTwice(
  request: ProbeRequest & { readonly twice: number },
): Promise<{ readonly answers: Answer[]; readonly parting: Parting | null }> {
  const { lines, observed, budgetMs, twice } = request;
  return withAgent(request.start, request.signal, async (agent) => {
    const answers: Answer[] = [];
    for (const [step, line] of lines.entries()) {
      const answer = await agent.decide(replayed(step, line), budgetMs);
      answers.push(answer);
      if (answer.kind === 'fault') break;
      if (step >= twice) continue;
      const second = await agent.decide(replayed(step, line), budgetMs);
      const comparison = compareAnswers(answer, second, observed);
      if (comparison.kind === 'different') {
        return { answers, parting: { step, difference: comparison.difference } };
      }
      // A repetition that cannot be answered is a fault in the run's place.
      if (second.kind === 'fault') {
        answers[answers.length - 1] = second;
        break;
      }
    }
    return { answers, parting: null };
  });
}

export function passed(compared: number): ProbeVerdict {
  // Nothing compared is no pass.
  if (compared === 0) return noVerdict('no step could be compared');
  return { status: 'passed', steps_compared: compared, reason: null, difference: null };
}

export function noVerdict(reason: string): ProbeVerdict {
  return { status: 'no_verdict', steps_compared: 0, reason, difference: null };
}

export function failed(kind: 'again' | 'afterwards', { step, difference }: Parting): ProbeVerdict {
  return {
    status: 'failed',
    steps_compared: step,
    reason: null,
    difference: { step, kind, pointer: difference.pointer, a: difference.a, b: difference.b },
  };
}
