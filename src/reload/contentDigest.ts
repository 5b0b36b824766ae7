import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { limits } from '../kernel/limits.ts';
import { type Sight, stampOf } from './walk.ts';

/**
 * SHA-256 of a file as it was seen; null if it is no longer that file, so that what is
 * being written is not taken for what was written. Nothing but a regular file is read.
 */
export function contentDigest(path: string, sight: Sight, room: number): string | null {
  const hash = createHash('sha256').update(sight.isExecutable ? 'x' : '-');
  if (sight.link !== null) return hash.update(`link:${sight.link}`).digest('hex');
  if (sight.bytes > Math.min(room, limits.watchedFileBytes)) {
    return hash.update(`large:${sight.bytes}:${sight.modifiedAtMs}`).digest('hex');
  }
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Anything else, too many open files for one, says nothing about this file.
    if (code !== 'EACCES' && code !== 'EPERM') return null;
    return hash.update('unreadable').digest('hex');
  }
  try {
    if (stampOf(fstatSync(file, { bigint: true })) !== sight.stamp) return null;
    let left = sight.bytes;
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, left)));
    while (left > 0) {
      const count = readSync(file, piece, 0, Math.min(piece.length, left), null);
      if (count === 0) return null;
      hash.update(piece.subarray(0, count));
      left -= count;
    }
    return stampOf(fstatSync(file, { bigint: true })) === sight.stamp ? hash.digest('hex') : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

const pieceBytes = 256 * 1024;
