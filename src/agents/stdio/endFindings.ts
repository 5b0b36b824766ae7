import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { excerpt } from '../excerpt.ts';
import { isWholeObject } from './answerExtent.ts';
import { surplusFinding } from './faults.ts';

/**
 * What unread lines mean once every observation was answered. One that came before
 * stdin ended, or that looks like a decision, is a surplus answer: every answer of the
 * run may have been read one step late. Other text after the end of stdin is harmless.
 */
export function endFindings(
  run: { readonly lastStep: number; readonly answers: number },
  beforeEnd: readonly Buffer[],
  afterEnd: readonly Buffer[],
): readonly Diagnostic[] {
  const surplus = [...beforeEnd, ...afterEnd.filter(looksLikeDecision)];
  const other = afterEnd.filter((line) => !looksLikeDecision(line));
  const findings: Diagnostic[] = [];
  if (surplus.length > 0) findings.push(surplusFinding(run.lastStep, run.answers, surplus, surplus.length));
  if (other.length > 0) {
    const text = other.slice(0, limits.stderrQuotedLines).map(excerpt);
    findings.push(
      diagnostic(
        'output-after-end',
        'notice',
        {},
        { found: text[0] ?? null, facts: { lines: other.length, text } },
      ),
    );
  }
  return findings;
}

function looksLikeDecision(line: Buffer): boolean {
  return isWholeObject(line) && line.includes('"orders"');
}
