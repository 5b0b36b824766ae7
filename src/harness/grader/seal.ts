import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';

/** A finished record that is to be graded, fixed by the digest of its bytes. */
export interface SealedCandidate {
  readonly attemptId: string;
  readonly snapshotId: string;
  /** Folder of the session's record. */
  readonly record: string;
  /** SHA-256 of `journal.jsonl`. */
  readonly seal: string;
}

/** Seals the record in `folder` as it stands. */
export async function sealRecord(
  folder: string,
  attemptId: string,
  snapshotId: string,
): Promise<SealedCandidate> {
  return { attemptId, snapshotId, record: folder, seal: await journalDigest(folder) };
}

/** Whether the record is still the one that was sealed. */
export async function isIntact(candidate: SealedCandidate): Promise<boolean> {
  return (await journalDigest(candidate.record)) === candidate.seal;
}

async function journalDigest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, 'journal.jsonl'))) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
