import type { Agent } from '../../agents/agent.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { compareAnswers } from './compareAnswers.ts';
import { type Divergence, dateOf } from './divergence.ts';
import { remarkOn } from './remark.ts';
import { replayed } from './replay.ts';
import type { Tape } from './tape.ts';

/** What an agent showed that was asked the first observations of a run again. */
export interface AskedLater {
  compared: number;
  divergence: Divergence | null;
  /** Code of the failure that ended it early; null if none did. */
  failure: string | null;
}

/**
 * Asks an agent the first observations of a run again, and compares with what was
 * answered then. Ends early, without a verdict on the rest, when the signal is aborted.
 */
export async function askAgain(
  agent: Agent,
  tape: Tape,
  { observed, budgetMs, signal }: { observed: ObservedSymbols; budgetMs: number; signal: AbortSignal },
): Promise<AskedLater> {
  const lines = tape.first(tape.answers.length) ?? [];
  for (const [index, line] of lines.entries()) {
    if (signal.aborted) return { compared: index, divergence: null, failure: null };
    const before = tape.answers[index]!;
    const again = await agent.decide(replayed(tape.stepAt(index), line), budgetMs);
    const comparison = compareAnswers(before, again, observed);
    if (comparison.kind === 'incomparable') {
      const failure = signal.aborted ? null : comparison.code;
      return { compared: index, divergence: null, failure };
    }
    if (comparison.kind === 'equal') continue;
    const { difference } = comparison;
    const divergence: Divergence = {
      step: tape.stepAt(index),
      presentations: index + 1,
      date: dateOf(line),
      difference,
      remark: remarkOn(difference, [before, again], observed),
      history: tape.before(index),
      stderrA: '',
      stderrB: agent.stderrTail?.() ?? '',
    };
    return { compared: index, divergence, failure: null };
  }
  return { compared: lines.length, divergence: null, failure: null };
}
