import { stdoutNoise } from '../agents/noise.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { ObservedSymbols } from '../protocol/observedSymbols.ts';
import { type AnswerVerdict, readAnswer } from '../protocol/readAnswer.ts';

/**
 * A refused line that a valid decision follows is log text on stdout (page 6.2). The
 * verdict stays; this names the likelier cause. The decision is never used.
 */
export function noiseFinding(
  verdict: AnswerVerdict,
  refused: Uint8Array,
  following: readonly Uint8Array[],
  observed: ObservedSymbols,
  step: number,
  command: readonly string[],
): Diagnostic | null {
  // A Markdown fence is the answer's own wrapping, found and named as that.
  if (verdict.findings[0]?.facts.problem === 'markdown-fence') return null;
  const decisionAt = following.findIndex((line) => readAnswer(line, observed).accept);
  return decisionAt < 0 ? null : stdoutNoise(step, [refused, ...following.slice(0, decisionAt)], command);
}
