import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cellFolder, RESULT_NAME, SWEEP_NAME } from '../../harness/records/fileNames.ts';
import type { RecordFolder } from '../../harness/records/listRecords.ts';
import type { RecordMeta } from '../../harness/records/meta.ts';
import { notRun } from '../../harness/sweep/cellResult.ts';
import { cellsOf, inShard } from '../../harness/sweep/cells.ts';
import type { CellResult, SweepPlan } from '../../harness/sweep/records.ts';
import { type SweepReport, sweepReport } from '../../harness/sweep/report.ts';
import { finishedResult, readSweepFile } from '../../harness/sweep/storedSweep.ts';
import { limits } from '../../kernel/limits.ts';
import type { RecordFacts } from '../../reporters/documents/document.ts';
import { sweepVerdict } from '../../reporters/documents/endSentence.ts';
import type { SweepDocument } from '../../reporters/documents/sweepDocument.ts';

/**
 * The record of a sweep as a document: what was asked for, and the result of every cell
 * that is finished; the others are cells that were not run. Throws a UsageError if this
 * kit cannot read it.
 */
export function readSweepRecord(
  folder: RecordFolder & { readonly meta: RecordMeta },
  record: RecordFacts,
): SweepDocument {
  const { plan, shard } = readSweepFile(join(folder.path, SWEEP_NAME));
  const roster = cellsOf(
    plan.windows.map(([start, end]) => ({ start, end })),
    plan.seeds,
  ).filter((cell) => inShard(cell, shard));
  const cells = roster.map((cell) => finished(folder.path, plan, cell.index) ?? notRun(cell, ''));
  return sweepDocument(sweepReport(plan, shard, cells), record);
}

export function sweepDocument(report: SweepReport, record: RecordFacts): SweepDocument {
  return { kind: 'sweep', record, verdict: sweepVerdict(report), report };
}

function finished(folder: string, plan: SweepPlan, index: number): CellResult | null {
  const path = join(cellFolder(folder, index), RESULT_NAME);
  if (!existsSync(path) || statSync(path).size > limits.documentBytes) return null;
  return finishedResult(readFileSync(path), plan, index);
}
