import { join } from 'node:path';
import { packageRoot } from './packageRoot.ts';

/** Frozen datasets that ship with the kit, usable as `--data NAME` (page 3.5). */
export const sampleNames = ['calm', 'jumpy', 'flash-crash', 'whipsaw', 'dividends'] as const;

/** The file of a sample, or null if there is none of that name. */
export function samplePath(name: string): string | null {
  const known = sampleNames.find((each) => each === name);
  return known === undefined ? null : join(packageRoot(), 'examples', 'data', `${known}.csv`);
}
