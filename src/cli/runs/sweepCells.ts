import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CHECK_FILE } from '../../grading/checkReport.ts';
import { exactJson } from '../../harness/records/exactJson.ts';
import { countAt, type Fields, fieldsAt, isFields, listAt, textAt } from '../../harness/records/fields.ts';
import { RESULT_NAME, SWEEP_NAME } from '../../harness/records/fileNames.ts';
import { listCells, type RecordFolder } from '../../harness/records/listRecords.ts';
import { limits } from '../../kernel/limits.ts';

export interface SweepCells {
  /** Cells whose result is kept: they need not run again. */
  readonly done: number;
  /** Null where sweep.json cannot be read. */
  readonly total: number | null;
  readonly agent: string | null;
}

/** How far a sweep, or the runs of a check, came: from the files of its folder alone. */
export function sweepCells({ path, meta }: RecordFolder): SweepCells {
  const done = listCells(path).filter(
    (cell) => /^[0-9]+$/.test(basename(cell)) && existsSync(join(cell, RESULT_NAME)),
  ).length;
  const isCheck = meta?.kind === 'check';
  const file = readSweep(join(path, isCheck ? CHECK_FILE : SWEEP_NAME));
  if (file === null) return { done, total: null, agent: null };
  const plan = fieldsAt(file, 'plan');
  // A check runs all cells once more under each of its plans.
  const plans = listAt(fieldsAt(fieldsAt(file, 'case'), 'roster'), 'plans').length;
  const cells = listAt(plan, 'windows').length * listAt(plan, 'seeds').length * (1 + plans);
  return {
    done,
    total: shareOf(cells, fieldsAt(file, 'shard')),
    agent: textAt(fieldsAt(plan, 'agent'), 'id'),
  };
}

/** A shard has the cells whose index mod `count` is its own. */
function shareOf(cells: number, shard: Fields): number {
  const [index, count] = [countAt(shard, 'index'), countAt(shard, 'count')];
  if (index === null || count === null || index < 1 || index > count) return cells;
  return Math.floor((cells - index) / count) + 1;
}

function readSweep(path: string): Fields | null {
  try {
    if (statSync(path).size > limits.documentBytes) return null;
    const value = exactJson(readFileSync(path, 'utf8'));
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
