import { cellRef } from '../../harness/records/fileNames.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { type Reading, reading } from './instrument.ts';

/** `8 recorded runs, 640 steps`. */
export function runsText(runs: readonly RecordedRun[]): string {
  const steps = runs.reduce((sum, { turns }) => sum + turns.length, 0);
  return `${counted(runs.length, 'recorded run')}, ${counted(steps, 'step')}`;
}

export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** `[20,100) seed 1` or `[20,100) seed 1 under mild`. */
export function runName({ cell: { window, seed, plan } }: RecordedRun): string {
  return `[${window.start},${window.end}) seed ${seed}${plan === null ? '' : ` under ${plan}`}`;
}

export function runRef({ cell }: RecordedRun): string {
  return cellRef(cell.index);
}

/**
 * What an instrument that needs clean runs reads where they are not: nothing that ended
 * early is taken for a fault of another kind. Null if all are clean.
 */
export function withoutCleanRuns(runs: readonly RecordedRun[]): Reading | null {
  const lost = runs.filter(({ result }) => result.status === 'incomplete');
  if (lost[0] !== undefined) {
    const { code, failure } = lost[0].result;
    return reading(
      'invalid',
      `cannot run: ${lost.length} of ${counted(runs.length, 'run')} did not get to its end (${code ?? failure})`,
      { evidence: lost.map(runRef) },
    );
  }
  const faulty = runs.filter(({ result }) => result.status !== 'clean');
  if (faulty.length === 0) return null;
  return reading(
    'abstained',
    `nothing to judge: ${faulty.length} of ${counted(runs.length, 'run')} broke the contract or a limit`,
    { evidence: faulty.map(runRef) },
  );
}
