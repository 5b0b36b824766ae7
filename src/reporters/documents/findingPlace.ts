import type { FindingDocument } from './document.ts';

/** `cell 3, step 12`, with `steps` where the same was found at several; empty where it is of none. */
export function findingPlace(
  { cell, step }: Pick<FindingDocument, 'cell' | 'step'>,
  steps: readonly number[] = step === null ? [] : [step],
): string {
  const parts = [
    ...(cell === null ? [] : [`cell ${cell}`]),
    ...(steps.length === 0 ? [] : [`${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`]),
  ];
  return parts.join(', ');
}

/** The place before a message, unless it is of none. */
export function placePrefix(finding: Pick<FindingDocument, 'cell' | 'step'>): string {
  const place = findingPlace(finding);
  return place === '' ? '' : `${place}: `;
}
