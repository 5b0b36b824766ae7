import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_NAME } from '../records/fileNames.ts';

/** A finished record that is to be graded, fixed by the digest of its bytes. */
export interface SealedCandidate {
  readonly attemptId: string;
  readonly snapshotId: string;
  /** Folder of the session's record. */
  readonly record: string;
  /** What of it is sealed, relative to it. */
  readonly files: readonly string[];
  /** SHA-256 over the names and contents of `files`. */
  readonly seal: string;
}

/** Seals the record in `folder` as it stands: its journal, or all the files that are named. */
export async function sealRecord(
  folder: string,
  attemptId: string,
  snapshotId: string,
  files: readonly string[] = [JOURNAL_NAME],
): Promise<SealedCandidate> {
  return { attemptId, snapshotId, record: folder, files, seal: await digestOf(folder, files) };
}

/** Whether the record is still the one that was sealed. */
export async function isIntact({ record, files, seal }: SealedCandidate): Promise<boolean> {
  try {
    return (await digestOf(record, files)) === seal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function digestOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of files) {
    const content = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, name))) content.update(chunk as Buffer);
    hash.update(`${name} ${content.digest('hex')}\n`);
  }
  return hash.digest('hex');
}
