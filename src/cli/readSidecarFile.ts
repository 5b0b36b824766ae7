import { createHash } from 'node:crypto';
import type { SidecarFile } from '../market/csv/readSidecars.ts';
import { readDataFile } from './readDataFile.ts';

/** A sidecar file with the digest that a run reports for it (page 3.4). */
export async function readSidecarFile(name: string, cwd: string): Promise<SidecarFile> {
  const bytes = await readDataFile(name, cwd);
  return { bytes, file: name, sha256: createHash('sha256').update(bytes).digest('hex') };
}
