import { cellName } from '../../harness/sweep/cells.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { writeDecision } from '../../protocol/write/writeDecision.ts';
import { type Difference, firstDifference } from '../firstDifference.ts';
import type { AgentTrajectory, RunTrajectory, TrajectoryContract } from '../trajectory.ts';

/** One run that both have, decision by decision. */
export interface RunDiff {
  readonly window_start: number;
  readonly window_end: number;
  readonly seed: bigint;
  /** Steps that both have. */
  readonly compared: number;
  /** Of these, with a score-bearing difference. */
  readonly different: number;
  /** Of these, equal but for reasoning and rationales. */
  readonly text_only: number;
  /** Steps that only one of the two has. */
  readonly unpaired: number;
  readonly first: FirstDifference | null;
}

export interface FirstDifference extends Difference {
  readonly step: number;
  readonly observation_id: string;
}

export interface TrajectoryDiff {
  readonly runs: readonly RunDiff[];
  /** Names of the runs that only one of the two has. */
  readonly only_a: readonly string[];
  readonly only_b: readonly string[];
  readonly compared: number;
  readonly different: number;
  readonly text_only: number;
  /** Whether both have the same runs, and all their decisions are equal in what bears the score. */
  readonly equal: boolean;
}

/** Members of the contract that fix what an agent is shown. */
const SHARED = [
  'dataset_sha256',
  'cost_model_sha256',
  'engine_version',
] as const satisfies readonly (keyof TrajectoryContract)[];

/** Why two trajectories cannot be laid beside each other; none if they can. */
export function comparabilityFindings(
  a: AgentTrajectory,
  b: AgentTrajectory,
  files: readonly [a: string, b: string],
): readonly Diagnostic[] {
  const missing = [a, b].flatMap(({ contract }, index) =>
    contract === null
      ? [
          diagnostic(
            'trajectory-no-contract',
            'error',
            { file: files[index]!, pointer: '/contract' },
            { accepted: ['the contract of the capture'] },
          ),
        ]
      : [],
  );
  if (a.contract === null || b.contract === null) return missing;
  for (const member of SHARED) {
    const [expected, found] = [a.contract[member], b.contract[member]];
    if (expected === found) continue;
    const place = { file: files[1], pointer: `/contract/${member}` };
    const rest = { found, accepted: [expected], facts: { first: files[0] } };
    return [diagnostic('trajectories-differ', 'error', place, rest)];
  }
  const names = new Set(a.runs.map(cellName));
  if (b.runs.some((run) => names.has(cellName(run)))) return [];
  const rest = { found: null, accepted: a.runs.slice(0, 3).map(cellName), facts: { first: files[0] } };
  return [diagnostic('trajectories-share-no-run', 'error', { file: files[1] }, rest)];
}

/** Decision by decision, aligned by window, seed and step; runs in the order of `a`. */
export function diffTrajectories(a: AgentTrajectory, b: AgentTrajectory): TrajectoryDiff {
  const others = new Map(b.runs.map((run) => [cellName(run), run]));
  const runs: RunDiff[] = [];
  const only_a: string[] = [];
  for (const run of a.runs) {
    const other = others.get(cellName(run));
    if (other === undefined) only_a.push(cellName(run));
    else runs.push(runDiff(run, other));
    others.delete(cellName(run));
  }
  const total = (of: (run: RunDiff) => number) => runs.reduce((sum, run) => sum + of(run), 0);
  const different = total((run) => run.different);
  return {
    runs,
    only_a,
    only_b: [...others.keys()],
    compared: total((run) => run.compared),
    different,
    text_only: total((run) => run.text_only),
    equal: different + only_a.length + others.size + total((run) => run.unpaired) === 0,
  };
}

function runDiff(a: RunTrajectory, b: RunTrajectory): RunDiff {
  const others = new Map(b.steps.map((each) => [each.step, each]));
  let compared = 0;
  let different = 0;
  let text_only = 0;
  let first: FirstDifference | null = null;
  for (const { step, observation_id, decision } of a.steps) {
    const other = others.get(step);
    if (other === undefined) continue;
    compared += 1;
    const difference = firstDifference(decision, other.decision);
    if (difference !== null) {
      different += 1;
      first ??= { step, observation_id, ...difference };
    } else if (writeDecision(decision) !== writeDecision(other.decision)) text_only += 1;
  }
  const { window_start, window_end, seed } = a;
  const unpaired = a.steps.length + b.steps.length - 2 * compared;
  return { window_start, window_end, seed, compared, different, text_only, unpaired, first };
}
