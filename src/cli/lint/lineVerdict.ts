import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { readAnswer } from '../../protocol/readAnswer.ts';
import { readObservation } from '../../protocol/readObservation.ts';
import type { InputLine } from './lineFramer.ts';

/** What `lint` says of one line. */
export interface LineVerdict {
  readonly accept: boolean;
  readonly stage: null | 'shape' | 'semantic';
  readonly billable: number | null;
  readonly findings: readonly Diagnostic[];
}

export type LintKind = 'decision' | 'observation';

export function lineVerdict(line: InputLine, kind: LintKind, observed: ObservedSymbols | null): LineVerdict {
  if (line.isTooLong) {
    const facts = { limit_bytes: limits.answerLineBytes, bytes: line.length };
    const place = { offset: 0, length: 1 };
    const finding = diagnostic('line-too-long', 'error', place, { found: `${line.length} bytes`, facts });
    return { accept: false, stage: 'shape', billable: null, findings: [finding] };
  }
  if (kind === 'decision') return readAnswer(line.bytes, observed);
  const { accept, findings } = readObservation(line.bytes);
  return { accept, stage: accept ? null : 'shape', billable: null, findings };
}
