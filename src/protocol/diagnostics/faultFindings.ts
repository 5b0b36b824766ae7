import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { JsonFault } from '../json/fault.ts';
import { pointerOf } from '../json/pointer.ts';
import type { JsonTape } from '../json/tape.ts';
import { sourceText } from './sourceText.ts';

/** What stands where a fault is, for messages. */
const ACCEPTED: Readonly<Partial<Record<JsonFault['code'], string>>> = {
  'non-finite-literal': 'a finite number',
  'trailing-data': 'the end of the line',
  'empty-line': 'one JSON object',
  bom: '{',
  'not-utf8': 'UTF-8',
};

/** The tape's faults as diagnostics. */
export function faultFindings(tape: JsonTape): readonly Diagnostic[] {
  return tape.faults.map((fault) => {
    const { code, offset, length, node, facts } = fault;
    const pointer = node >= 0 ? { pointer: pointerOf(tape, node) } : {};
    const wanted = ACCEPTED[code] ?? facts.corrected ?? facts.wanted;
    return diagnostic(
      code,
      'error',
      { ...pointer, offset, length },
      {
        found: length === 0 ? null : sourceText(tape.bytes, offset, length),
        accepted: typeof wanted === 'string' ? [wanted] : [],
        facts,
      },
    );
  });
}

/** Findings by where they stand: the reference reads once and stops at the first. */
export function inReadingOrder(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.toSorted((a, b) => (a.place.offset ?? 0) - (b.place.offset ?? 0));
}
