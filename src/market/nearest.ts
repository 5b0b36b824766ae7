import { closest, distance } from 'fastest-levenshtein';

/** The candidate that `text` is probably a slip of, ignoring case; null if none is near. */
export function nearest(text: string, candidates: readonly string[]): string | null {
  if (candidates.length === 0 || text.length > LONGEST) return null;
  const lower = text.trim().toLowerCase();
  const best = closest(
    lower,
    candidates.map((each) => each.toLowerCase()),
  );
  const candidate = candidates.find((each) => each.toLowerCase() === best);
  const allowed = Math.max(1, Math.floor(best.length / 3));
  return candidate !== undefined && distance(lower, best) <= allowed ? candidate : null;
}

/** Edit distance is quadratic; nothing longer than this is a slip of a name. */
const LONGEST = 200;
