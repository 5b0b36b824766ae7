import type { Diagnostic } from '../kernel/diagnostic.ts';
import { type Excerpt, excerpt } from '../protocol/diagnostics/excerpt.ts';

/** The offending line around the place; null if the finding has no place in bytes. */
export function excerptOf(found: Diagnostic, bytes: Uint8Array | null): Excerpt | null {
  const { offset, length } = found.place;
  if (bytes === null || offset === undefined) return null;
  return excerpt(bytes, offset, length ?? 1);
}
