import type { SourceHint } from '../harness/determinismEvents.ts';
import type { WordsOf } from '../harness/eventText.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { CheckFinding } from './checkReport.ts';

/** A diagnostic with its words, for a report; `cell` is the index of the run that it is of. */
export function checkFinding(
  found: Diagnostic,
  wordsOf: WordsOf,
  cell: number | null,
  source: SourceHint | null = null,
): CheckFinding {
  const { code, severity, place, facts } = found;
  const words = wordsOf(found);
  return {
    code,
    severity,
    count: 1,
    cell,
    step: place.step ?? null,
    pointer: place.pointer ?? null,
    offset: place.offset ?? null,
    length: place.length ?? null,
    found: found.found,
    accepted: [...found.accepted],
    facts: facts as CheckFinding['facts'],
    message: words.message,
    cause: words.cause,
    fix: words.fix,
    excerpt: null,
    source: source === null ? null : { file: source.file, line: source.line, column: source.column },
  };
}

/** Findings of several runs: the first of each code, with how often it came in all of them. */
export function merged(findings: readonly CheckFinding[]): CheckFinding[] {
  const first = new Map<string, CheckFinding>();
  for (const each of findings) {
    const known = first.get(each.code);
    first.set(each.code, known === undefined ? each : { ...known, count: known.count + each.count });
  }
  return [...first.values()];
}
