import { join } from 'node:path';
import { sampleNames } from '../market/sampleNames.ts';
import { packageRoot } from './packageRoot.ts';

/** The file of a sample, or null if there is none of that name. */
export function samplePath(name: string): string | null {
  const known = sampleNames.find((each) => each === name);
  return known === undefined ? null : join(packageRoot(), 'examples', 'data', `${known}.csv`);
}
