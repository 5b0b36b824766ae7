import { join } from 'node:path';
import { readCheckFile } from '../../grading/record/checkRecord.ts';
import { RUNS_FOLDER } from '../../harness/journal.ts';
import { fieldsAt, isFields } from '../../harness/records/fields.ts';
import { isBeingWritten, listRecords } from '../../harness/records/listRecords.ts';
import { planDifferences } from '../../harness/sweep/planKey.ts';
import type { SweepPlan } from '../../harness/sweep/records.ts';
import { sweepPlan } from '../../harness/sweep/schemas.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { keptCheckFlags } from './flags.ts';
import type { CheckPlanFlags } from './resolveCheck.ts';

export interface StoredCheck {
  readonly id: string;
  readonly flags: CheckPlanFlags;
  /** What of `check.json` a check is resolved from. */
  readonly file: { readonly case: unknown; readonly case_file: string | null };
  /** Throws a UsageError if what would be run now is another check. */
  requireSame(plan: SweepPlan, key: string): void;
}

/**
 * The stored check `id`, or the newest one of `base`. Throws a UsageError if there is
 * none, if it is still running, or if this kit cannot read it.
 */
export function storedCheck(base: string, id: string | null): StoredCheck {
  const found = listRecords(base).find(
    ({ id: name, meta }) => meta?.kind === 'check' && (id === null || name === id),
  );
  if (found === undefined) {
    const rest = { found: id };
    throw new UsageError(diagnostic('check-not-found', 'error', { file: join(...RUNS_FOLDER) }, rest));
  }
  if (isBeingWritten(found.meta) && found.meta?.writer?.pid !== process.pid)
    throw new UsageError(diagnostic('check-running', 'error', {}, { found: found.id }));
  const file = readCheckFile(found.path);
  const plan = sweepPlan.safeParse(isFields(file) ? file.plan : null);
  if (!isFields(file) || file.version !== 1 || !plan.success) {
    const rest = { found: 'no check.json of this version' };
    throw new UsageError(diagnostic('check-unreadable', 'error', { file: found.path }, rest));
  }
  const { key } = file;
  return {
    id: found.id,
    flags: keptCheckFlags(fieldsAt(file, 'flags')),
    file: { case: file.case, case_file: typeof file.case_file === 'string' ? file.case_file : null },
    requireSame: (now, nowKey) => {
      if (nowKey === key) return;
      const differences = planDifferences(plan.data, now);
      const shown =
        differences.length > 0 ? differences : [{ name: 'case', expected: 'that case', found: 'another' }];
      throw new UsageError(
        ...shown.map(({ name, expected, found: other }) =>
          diagnostic(
            'check-differs',
            'error',
            {},
            { found: other, accepted: [expected], facts: { name, id: found.id } },
          ),
        ),
      );
    },
  };
}
