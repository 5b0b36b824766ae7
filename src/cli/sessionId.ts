import { randomBytes } from 'node:crypto';

/** A name for a session that sorts by its start: `20240131-235959-1a2b3c` (UTC). */
export function newSessionId(): string {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}
