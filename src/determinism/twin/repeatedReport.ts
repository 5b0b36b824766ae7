import type { DoubleRunRepetition, DoubleRunReport } from '../../harness/determinismEvents.ts';
import { causeTexts } from './causeTexts.ts';
import type { FactorId } from './factors.ts';

/** The double runs that are complete, in order. */
export interface Tally {
  readonly asked: number;
  readonly ended: readonly Pick<DoubleRunReport, 'status' | 'reason' | 'steps_compared'>[];
  /** The first that diverged. */
  readonly example: { readonly ordinal: number; readonly report: DoubleRunReport } | null;
}

/**
 * The report of several double runs: one that diverged makes all of them different, and
 * is what the rest of the report tells of. They are equal only if all that were asked for
 * were made and none diverged; that still is no more than it says (page 4.4).
 */
export function repeatedReport(first: DoubleRunReport, tally: Tally): DoubleRunReport {
  const { example } = tally;
  const repetition = repetitionOf(tally);
  if (example !== null) {
    const { varied, not_exercised, steps_asked_again_later } =
      first.varied.length > 0 ? first : example.report;
    const cause = causeOf(example.report, repetition);
    return { ...example.report, varied, not_exercised, steps_asked_again_later, cause, repetition };
  }
  const reason = missing(tally);
  if (reason === null || first.status === 'no_verdict') return { ...first, repetition };
  return { ...first, status: 'no_verdict', reason, repetition };
}

/** Factors that every double run varies alike: one that is the cause makes every one of them diverge. */
const ALIKE_IN_ALL: readonly string[] = ['hash-seed', 'time-zone', 'locale'] satisfies FactorId[];

function causeOf({ cause }: DoubleRunReport, { compared, diverged }: DoubleRunRepetition) {
  const isContradicted =
    diverged < compared && cause?.factors.some((factor) => ALIKE_IN_ALL.includes(factor)) === true;
  return isContradicted ? causeTexts.notEveryTime(compared - diverged, compared) : cause;
}

function repetitionOf({ asked, ended, example }: Tally): DoubleRunRepetition {
  const of = (status: DoubleRunReport['status']): number =>
    ended.filter((each) => each.status === status).length;
  return {
    asked,
    compared: of('equal') + of('different'),
    diverged: of('different'),
    without_verdict: of('no_verdict'),
    steps_compared: ended.reduce((sum, each) => sum + each.steps_compared, 0),
    example: example?.ordinal ?? null,
  };
}

/** Why not all double runs that were asked for have a verdict; null if they have. */
function missing({ asked, ended }: Tally): string | null {
  const lost = ended.findIndex(({ status }) => status === 'no_verdict');
  if (lost >= 0) return `double run ${lost + 1}: ${ended[lost]!.reason ?? 'nothing could be compared'}`;
  return ended.length < asked ? `ended after ${ended.length} of ${asked} double runs` : null;
}
