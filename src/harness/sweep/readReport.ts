import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { cellsOf, inShard } from './cells.ts';
import type { ReportFile } from './merge.ts';
import { readRecord } from './readRecord.ts';
import { type ReportBasis, SWEEP_VERSION } from './records.ts';
import { reportBasis } from './schemas.ts';

/**
 * A sweep's report from the bytes of a file. Throws a UsageError for what is no report,
 * for one of another version, and for cells that its own plan does not have.
 */
export function readReport(file: string, bytes: Uint8Array): ReportFile {
  const value = parsed(file, bytes);
  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (typeof version === 'number' && version !== SWEEP_VERSION) {
    const accepted = [`version ${SWEEP_VERSION}`];
    throw new UsageError(
      diagnostic('merge-version', 'error', { file }, { found: `version ${version}`, accepted }),
    );
  }
  const result = reportBasis.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const place = issue?.path.map((part) => `/${String(part)}`).join('') ?? '';
    throw unreadable(file, `${place === '' ? 'the file' : place}: ${issue?.message ?? 'refused'}`);
  }
  checkCells(file, result.data);
  return { file, basis: result.data };
}

function parsed(file: string, bytes: Uint8Array): unknown {
  try {
    return readRecord(bytes);
  } catch (error) {
    throw unreadable(file, (error as Error).message);
  }
}

/** A cell's index, window and seed have to agree, and be of the shard that the file says it is. */
function checkCells(file: string, { plan, shard, cells }: ReportBasis): void {
  const roster = cellsOf(
    plan.windows.map(([start, end]) => ({ start, end })),
    plan.seeds,
  );
  for (const [position, { index, cell }] of cells.entries()) {
    const planned = roster[index];
    const isPlanned =
      planned !== undefined &&
      planned.window.start === cell.window_start &&
      planned.window.end === cell.window_end &&
      planned.seed === cell.seed &&
      inShard(planned, shard);
    if (!isPlanned) throw unreadable(file, `/cells/${position}: not a cell of its own plan`);
  }
}

function unreadable(file: string, found: string): UsageError {
  return new UsageError(
    diagnostic('merge-unreadable', 'error', { file }, { found, accepted: ['the --out file of sbdev sweep'] }),
  );
}
