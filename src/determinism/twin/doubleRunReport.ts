import type { DoubleRunReport, SourceHint } from '../../harness/determinismEvents.ts';
import type { Cause } from './causeTexts.ts';
import { type Divergence, divergenceRecord } from './divergence.ts';
import { type FactorId, factorLabels } from './factors.ts';

export interface DoubleRunFacts {
  readonly compared: number;
  readonly askedAgain: number;
  readonly divergence: Divergence | null;
  /** Why the comparison ended before the run did; null if it did not. */
  readonly reason: string | null;
  /** What could matter to an agent of this kind. */
  readonly applicable: readonly FactorId[];
  /** What was varied and compared. */
  readonly varied: readonly FactorId[];
  /** Files that the run wrote and that were there before: the copy of the folder held them, too. */
  readonly rewritten: readonly string[];
  readonly cause: Cause | null;
  readonly hints: readonly SourceHint[];
}

/** What no two runs of one day can show. */
const NEVER_EXERCISED = 'other weekday or date';

/** Files named at most in one sentence. */
const NAMED_FILES = 5;

/** What a double run showed, and no more: nothing compared is no verdict. */
export function doubleRunReport(facts: DoubleRunFacts): DoubleRunReport {
  const { divergence, reason, cause } = facts;
  const isEqual = facts.compared > 0 && reason === null;
  const isVaried = facts.compared > 0 || divergence !== null;
  const used = isVaried ? facts.varied : [];
  const stale = facts.rewritten.slice(0, NAMED_FILES).join(', ');
  const rest = facts.applicable.filter((id) => !used.includes(id));
  return {
    status: divergence !== null ? 'different' : isEqual ? 'equal' : 'no_verdict',
    reason: divergence === null ? reason : null,
    steps_compared: facts.compared,
    steps_asked_again_later: facts.askedAgain,
    varied: used.map((id) => factorLabels[id]),
    not_exercised: [
      ...rest.map((id) => factorLabels[id]),
      ...(stale === '' ? [] : [`a folder without ${stale}, which an earlier run may have left`]),
      NEVER_EXERCISED,
    ],
    divergence: divergence === null ? null : divergenceRecord(divergence),
    cause: cause === null ? null : { ...cause },
    hints: facts.hints,
  };
}
