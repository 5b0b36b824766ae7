import type { Agent, Answer, Presentation } from '../../agents/agent.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import type { Difference } from '../firstDifference.ts';
import { compareAnswers } from './compareAnswers.ts';

/** Where two sequences of answers part. */
export interface Parting {
  readonly step: number;
  readonly difference: Difference;
}

/** How far two sequences of answers were equal. */
export interface Alike {
  readonly compared: number;
  readonly parting: Parting | null;
  /** Code of the failure that ended the comparison early; null if none did. */
  readonly failure: string | null;
}

/** A recorded observation, presented again as the bytes it was. */
export function replayed(step: number, line: Uint8Array): Presentation {
  return {
    step,
    line: () => line,
    observation: () => JSON.parse(Buffer.from(line).toString('utf8')),
  };
}

/** Answers of one agent to recorded lines, in order; they end with the first fault. */
export async function playAlone(
  agent: Agent,
  lines: readonly Uint8Array[],
  budgetMs: number,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [step, line] of lines.entries()) {
    const answer = await agent.decide(replayed(step, line), budgetMs);
    answers.push(answer);
    if (answer.kind === 'fault') break;
  }
  return answers;
}

/** Compares answers by step, to the first difference or failure. */
export function compareAll(
  left: readonly Answer[],
  right: readonly Answer[],
  observed: ObservedSymbols,
): Alike {
  const shared = Math.min(left.length, right.length);
  for (let step = 0; step < shared; step += 1) {
    const comparison = compareAnswers(left[step]!, right[step]!, observed);
    if (comparison.kind === 'different')
      return { compared: step, parting: { step, difference: comparison.difference }, failure: null };
    if (comparison.kind === 'incomparable')
      return { compared: step, parting: null, failure: comparison.code };
  }
  return { compared: shared, parting: null, failure: null };
}
