import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { Difference } from '../firstDifference.ts';

/** The finding of a decision that did not repeat. */
export function divergenceFinding(step: number, { pointer, a, b }: Difference): Diagnostic {
  return diagnostic(
    'non-deterministic',
    'error',
    { step, pointer },
    {
      found: `A ${a}, B ${b}`,
      accepted: ['the same decision in every run'],
      facts: { a, b, last_equal_step: step - 1 },
    },
  );
}
