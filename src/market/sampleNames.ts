/** Frozen datasets that ship with the kit, usable as `--data NAME` (page 3.5). */
export const sampleNames = ['calm', 'jumpy', 'flash-crash', 'whipsaw', 'dividends'] as const;

/** Whether `text` is the name of a sample; `whipsaw` alone is, `whipsaw:...` is a generator. */
export function isSampleName(text: string): boolean {
  return sampleNames.some((name) => name === text);
}
