import { CannotRunError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { type Cause, causeTexts } from './causeTexts.ts';

/**
 * Runs a search for a cause within its bound, and turns every way in which it can come
 * to nothing into a cause that says so. `interrupt` is aborted when a person wants the end.
 */
export async function searched(
  interrupt: AbortSignal,
  search: (signal: AbortSignal) => Promise<Cause>,
): Promise<Cause> {
  const bounded = AbortSignal.any([interrupt, AbortSignal.timeout(limits.causeSearchMs)]);
  const endOf = (): Cause =>
    interrupt.aborted ? causeTexts.interrupted : causeTexts.outOfTime(limits.causeSearchMs / 1_000);
  if (bounded.aborted) return endOf();
  try {
    const cause = await search(bounded);
    // What an abort cut short looks like agreement; only a verdict from before it counts.
    return bounded.aborted ? endOf() : cause;
  } catch (error) {
    if (bounded.aborted) return endOf();
    if (!(error instanceof CannotRunError)) throw error;
    return causeTexts.cannotStart(error.diagnostics[0]?.code ?? 'cannot-run');
  }
}
