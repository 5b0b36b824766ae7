import type { SweepReport } from '../../harness/sweep/report.ts';
import type { RecordFacts, Verdict } from './document.ts';

/** A sweep: its report, and where that was read from. */
export interface SweepDocument {
  readonly kind: 'sweep';
  readonly record: RecordFacts;
  readonly verdict: Verdict;
  readonly report: SweepReport;
}
