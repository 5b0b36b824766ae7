import type { Answer } from '../../agents/agent.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { type AnswerVerdict, readAnswer } from '../../protocol/readAnswer.ts';
import { type Difference, firstDifference } from '../firstDifference.ts';

export type Comparison =
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly difference: Difference }
  /** One of the two gave nothing to compare. */
  | { readonly kind: 'incomparable'; readonly code: string };

const EQUAL: Comparison = { kind: 'equal' };

/**
 * Compares the score-bearing parts of two answers (page 1.4). Equal bytes need no
 * reading, so an agent that repeats itself costs one comparison a step.
 */
export function compareAnswers(a: Answer, b: Answer, observed: ObservedSymbols): Comparison {
  if (a.kind === 'fault') return { kind: 'incomparable', code: a.diagnostic.code };
  if (b.kind === 'fault') return { kind: 'incomparable', code: b.diagnostic.code };
  if (a.kind === 'decision' || b.kind === 'decision') {
    const [left, right] = [
      a.kind === 'decision' ? a.decision : null,
      b.kind === 'decision' ? b.decision : null,
    ];
    const difference = left === null || right === null ? null : firstDifference(left, right);
    return difference === null ? EQUAL : { kind: 'different', difference };
  }
  if (sameBytes(a.bytes, b.bytes)) return EQUAL;
  return compareVerdicts(readAnswer(a.bytes, observed), readAnswer(b.bytes, observed), a.bytes, b.bytes);
}

function compareVerdicts(
  a: AnswerVerdict,
  b: AnswerVerdict,
  bytesA: Uint8Array,
  bytesB: Uint8Array,
): Comparison {
  if (a.decision !== null && b.decision !== null) {
    const difference = firstDifference(a.decision, b.decision);
    return difference === null ? EQUAL : { kind: 'different', difference };
  }
  const [codeA, codeB] = [a.findings[0]?.code ?? 'accepted', b.findings[0]?.code ?? 'accepted'];
  // Two refusals are alike: the run has failed either way, and for the same reason.
  if (codeA === codeB) return EQUAL;
  return {
    kind: 'different',
    // The verdicts themselves differ, before any member of a decision does.
    difference: { pointer: '', a: `${codeA}: ${excerptOf(bytesA)}`, b: `${codeB}: ${excerptOf(bytesB)}` },
  };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

function excerptOf(bytes: Uint8Array): string {
  return (decodeUtf8(bytes.subarray(0, 120)) ?? '(not UTF-8)').slice(0, 80);
}
