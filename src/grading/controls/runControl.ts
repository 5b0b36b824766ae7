import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KitError } from '../../kernel/errors.ts';
import type { Bench, Candidate, PlannedCell } from '../bench.ts';
import type { ControlResult } from '../checkReport.ts';
import type { InstrumentRow } from '../instruments/instrument.ts';
import { CheckRecord } from '../record/checkRecord.ts';
import { recordRoster } from '../record/recordRoster.ts';

export interface ControlRequest extends Pick<Bench, 'kit' | 'wordsOf' | 'clock' | 'signal'> {
  /** The bad agent as a candidate; `folder` is its own, and gone afterwards. */
  readonly candidateOf: (row: InstrumentRow, folder: string) => Promise<Candidate>;
}

/** Bars of a control's window, and where it begins. */
const CONTROL_WINDOW = { start: 20, end: 44 } as const;
/** Name of the fault plan that controls of faults are run under. */
export const CONTROL_PLAN = 'control';

/**
 * Runs the known-bad agent of an instrument through everything that a candidate goes
 * through. Only an instrument that fails it is live.
 */
export async function runControl(row: InstrumentRow, request: ControlRequest): Promise<ControlResult> {
  const { name, needs } = row.control;
  if (needs === 'proc' && !existsSync('/proc/self/status'))
    return { name, state: 'not_needed', reason: 'there is no /proc here, so its instrument passes nothing' };
  const folder = await mkdtemp(join(tmpdir(), 'sbdev-control-'));
  try {
    const { status, reason } = await readingOfControl(row, folder, request);
    return status === 'failed'
      ? { name, state: 'live', reason }
      : { name, state: 'not_live', reason: `was not caught: ${status}, ${reason}` };
  } catch (error) {
    if (!(error instanceof KitError) && typeof (error as NodeJS.ErrnoException).code !== 'string')
      throw error;
    const said =
      error instanceof KitError ? error.diagnostics[0]?.code : (error as NodeJS.ErrnoException).code;
    return { name, state: 'not_live', reason: `could not be run here: ${said}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readingOfControl(row: InstrumentRow, folder: string, request: ControlRequest) {
  const { control } = row;
  const candidate = await request.candidateOf(row, folder);
  const cells = cellsOfControl(control.cells ?? 1, control.plans === true);
  const key = '0'.repeat(64);
  const record = await CheckRecord.create(folder, 'control', { meta: {}, key, file: {} });
  const bench = { ...request, candidate, jobs: 1 };
  const { runs } = await recordRoster({
    ...bench,
    record,
    cells,
    retries: 0,
    isDoubled: row.id === 'double-run-equal',
    onProgress: () => {},
  });
  await record.close(0);
  if (runs === null) return { status: 'invalid', reason: 'it was interrupted' } as const;
  const defaults = Object.fromEntries(Object.entries(row.bounds).map(([name, bound]) => [name, bound.value]));
  const rule = {
    instrumentId: row.id,
    requirementId: row.requirementId,
    required: true,
    binding: true,
    bounds: { ...defaults, ...control.bounds },
  };
  return row.measure({ ...bench, rule, runs, ...(control.builder && { builder: control.builder }) });
}

function cellsOfControl(seeds: number, isPlanned: boolean): readonly PlannedCell[] {
  const window = CONTROL_WINDOW;
  const plain = Array.from({ length: seeds }, (_, index) => ({
    index,
    window,
    seed: BigInt(index),
    plan: null,
  }));
  return isPlanned ? [...plain, { index: seeds, window, seed: 0n, plan: CONTROL_PLAN }] : plain;
}
