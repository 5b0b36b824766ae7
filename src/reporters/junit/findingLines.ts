import type { FindingGroup } from '../documents/document.ts';
import { placePrefix } from '../documents/findingPlace.ts';

/** A finding of each code, with its excerpt and what to do. */
export function findingLines({ code, count, findings }: FindingGroup): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { message, excerpt, cause, fix, source } = first;
  const times = count > 1 ? ` (${count} times)` : '';
  return [
    `[${code}]${times} ${placePrefix(first)}${message}`,
    ...(excerpt === null
      ? []
      : [`  ${excerpt.text}`, `  ${' '.repeat(excerpt.column - 1)}${'^'.repeat(excerpt.width)}`]),
    ...(source === null ? [] : [`  at ${source.file}:${source.line}`]),
    ...(cause === null ? [] : [`  why: ${cause}`]),
    `  fix: ${fix}`,
  ];
}
