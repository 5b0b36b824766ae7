import { cellName } from '../../harness/sweep/cells.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { RunTrajectory, TrajectoryContract } from '../trajectory.ts';

/** Window, then seed: what a run is named by. */
type Cell = Pick<RunTrajectory, 'window_start' | 'window_end' | 'seed'>;

/** The first place where the runs are not exactly the contract's windows x seeds, in order. */
export function matrixFindings(
  contract: TrajectoryContract,
  runs: readonly RunTrajectory[],
): readonly Diagnostic[] {
  const total = contract.windows.length * contract.seeds.length;
  const length = Math.max(total, runs.length);
  for (let index = 0; index < length; index += 1) {
    const expected = cellAt(contract, index);
    const found = runs[index] ?? null;
    if (expected !== null && found !== null && cellName(expected) === cellName(found)) continue;
    const code = codeFor(contract, runs, index, expected, found);
    const rest = {
      found: found === null ? null : cellName(found),
      accepted: [expected === null ? `${total} runs` : cellName(expected)],
    };
    return [diagnostic(code, 'error', { pointer: `/runs/${index}` }, rest)];
  }
  return [];
}

function codeFor(
  contract: TrajectoryContract,
  runs: readonly RunTrajectory[],
  index: number,
  expected: Cell | null,
  found: Cell | null,
): string {
  if (expected === null) return 'trajectory-run-extra';
  if (found === null) return 'trajectory-run-missing';
  const isAmong = (cell: Cell, from: number, to = runs.length) =>
    runs.slice(from, to).some((run) => cellName(run) === cellName(cell));
  const isPlanned =
    contract.windows.some(({ start, end }) => start === found.window_start && end === found.window_end) &&
    contract.seeds.includes(found.seed);
  // All runs before this one are where they belong, so one of them again is one too many.
  if (!isPlanned || isAmong(found, 0, index)) return 'trajectory-run-extra';
  return isAmong(expected, index) ? 'trajectory-run-order' : 'trajectory-run-missing';
}

function cellAt({ windows, seeds }: TrajectoryContract, index: number): Cell | null {
  const window = windows[Math.floor(index / seeds.length)];
  const seed = seeds[index % seeds.length];
  if (window === undefined || seed === undefined) return null;
  return { window_start: window.start, window_end: window.end, seed };
}
