import type { Diagnostic } from '../kernel/diagnostic.ts';
import { excerpt } from '../protocol/diagnostics/excerpt.ts';
import type { Excerpt } from './events.ts';

/** The offending line around the place; null if the finding has no place in bytes. */
export function excerptOf(found: Diagnostic, bytes: Uint8Array | null): Excerpt | null {
  const { offset, length } = found.place;
  if (bytes === null || offset === undefined) return null;
  return excerpt(bytes, offset, length ?? 1);
}
