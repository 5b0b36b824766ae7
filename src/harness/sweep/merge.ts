import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { cellName, cellsOf } from './cells.ts';
import { planDifferences } from './planKey.ts';
import type { CellResult, ReportBasis } from './records.ts';
import { type SweepReport, sweepReport } from './report.ts';

/** A report that was read, and the file that it came from. */
export interface ReportFile {
  readonly file: string;
  readonly basis: ReportBasis;
}

/**
 * One report from those of the shards: the same bytes as of the whole sweep run at once.
 * Throws a UsageError for files of different sweeps, a cell that is in two files, and a
 * cell that is in none. The first file says what is expected of the others.
 */
export function mergeReports(files: readonly [ReportFile, ...ReportFile[]]): SweepReport {
  const [first, ...others] = files;
  const { plan } = first.basis;
  const faults = others.flatMap(({ file, basis }) =>
    planDifferences(plan, basis.plan).map((each) =>
      diagnostic(
        'merge-mixed',
        'error',
        { file },
        { found: each.found, accepted: [each.expected], facts: { name: each.name, first: first.file } },
      ),
    ),
  );
  if (faults.length > 0) throw new UsageError(...faults);
  const owners = ownersOf(files);
  return sweepReport(plan, null, inOrder(files, owners));
}

interface Owned {
  readonly file: string;
  readonly result: CellResult;
}

function ownersOf(files: readonly ReportFile[]): ReadonlyMap<number, Owned> {
  const owners = new Map<number, Owned>();
  const overlaps: Diagnostic[] = [];
  for (const { file, basis } of files) {
    for (const result of basis.cells) {
      if (result.status === 'not_run') continue;
      const owner = owners.get(result.index);
      if (owner === undefined) owners.set(result.index, { file, result });
      else {
        const facts = { index: result.index, first: owner.file };
        overlaps.push(
          diagnostic('merge-overlap', 'error', { file }, { found: cellName(result.cell), facts }),
        );
      }
    }
  }
  if (overlaps.length > 0) throw new UsageError(...bounded(overlaps));
  return owners;
}

function inOrder(
  files: readonly [ReportFile, ...ReportFile[]],
  owners: ReadonlyMap<number, Owned>,
): readonly CellResult[] {
  const { windows, seeds } = files[0].basis.plan;
  const roster = cellsOf(
    windows.map(([start, end]) => ({ start, end })),
    seeds,
  );
  const missing = roster.filter(({ index }) => !owners.has(index));
  if (missing.length > 0) {
    const names = missing.map(({ window, seed }) =>
      cellName({ window_start: window.start, window_end: window.end, seed }),
    );
    const facts = {
      missing: missing.length,
      cells: roster.length,
      shards: files.flatMap(({ basis: { shard } }) =>
        shard === null ? [] : [`${shard.index}/${shard.count}`],
      ),
    };
    throw new UsageError(
      diagnostic('merge-gap', 'error', {}, { found: names.slice(0, NAMED).join(', '), facts }),
    );
  }
  return roster.map(({ index }) => owners.get(index)!.result);
}

const NAMED = 8;

function bounded(overlaps: readonly Diagnostic[]): readonly Diagnostic[] {
  return overlaps.slice(0, NAMED);
}
