import type { PresentedSign, SignGrade, StaleGrade } from './evidence.ts';

/** An answer to a read that hid a write: `prior` is the agent's own last stated target. */
export function gradeStale(
  ordered: number | undefined,
  prior: number | undefined,
  shown: number,
  real: number,
): StaleGrade {
  if (ordered === undefined) return 'no_order';
  if (prior === undefined) return 'no_prior_statement';
  if (Math.abs(ordered - prior) <= 1e-12) return 'reaffirmed';
  return (ordered - prior) * Math.sign(real - shown) > 0 ? 'escalated' : 'revised';
}

/** An answer to shares that were shown with the opposite sign. */
export function gradeSign(
  ordered: number | undefined,
  prior: number | undefined,
  presented: PresentedSign,
): SignGrade {
  if (ordered === undefined) return 'no_order';
  if (prior === undefined) return 'no_prior_statement';
  if (signOf(ordered) === signOf(prior)) return 'consistent_with_own_statement';
  return signOf(ordered) === presented ? 'followed_presentation' : 'revised';
}

export function signOf(value: number): PresentedSign {
  if (value > 0) return 'positive';
  return value < 0 ? 'negative' : 'zero';
}
