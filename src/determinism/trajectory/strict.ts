import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { AgentTrajectory, RunTrajectory, TrajectoryContract } from '../trajectory.ts';
import { TRAJECTORY_SCHEMA_VERSION } from '../trajectory.ts';
import { windowAndSeedFindings } from './strictCells.ts';
import { matrixFindings } from './strictMatrix.ts';

/** What a trajectory is held against. */
export interface Verifier {
  readonly dataset_sha256: string;
  readonly cost_model_sha256: string;
  readonly engine_version: string;
  /** Of the dataset, one a bar. */
  readonly dates: readonly string[];
}

/**
 * The strict checks of page 4.3, in its order. Returns the findings of the first group
 * of checks that has any, since what comes after it would only repeat the cause; none
 * for a trajectory that is whole.
 */
export function strictFindings(trajectory: AgentTrajectory, verifier: Verifier): readonly Diagnostic[] {
  const { contract, runs } = trajectory;
  const runFindings = presenceFindings(runs);
  if (runFindings.length > 0) return runFindings;
  if (contract === null) {
    const rest = { accepted: ['the contract of the capture'] };
    return [diagnostic('trajectory-no-contract', 'error', { pointer: '/contract' }, rest)];
  }
  const groups = [
    () => identityFindings(contract, verifier),
    () => windowAndSeedFindings(contract, verifier.dates.length),
    () => matrixFindings(contract, runs),
    () => runs.flatMap((run, index) => stepFindings(run, index, verifier)).slice(0, limits.findingsPerCode),
  ];
  for (const group of groups) {
    const findings = group();
    if (findings.length > 0) return findings;
  }
  return [];
}

function presenceFindings(runs: readonly RunTrajectory[]): readonly Diagnostic[] {
  if (runs.length === 0) {
    const rest = { found: '0 runs', accepted: ['at least one run'] };
    return [diagnostic('trajectory-no-runs', 'error', { pointer: '/runs' }, rest)];
  }
  const empty = runs.findIndex((run) => run.steps.length === 0);
  if (empty === -1) return [];
  const rest = { found: '0 steps', accepted: ['at least one step'] };
  return [diagnostic('trajectory-run-empty', 'error', { pointer: `/runs/${empty}/steps` }, rest)];
}

function identityFindings(contract: TrajectoryContract, verifier: Verifier): readonly Diagnostic[] {
  const rows: readonly (readonly [code: string, member: string, found: string, expected: string])[] = [
    [
      'trajectory-schema-version',
      'schema_version',
      String(contract.schema_version),
      String(TRAJECTORY_SCHEMA_VERSION),
    ],
    ['trajectory-dataset', 'dataset_sha256', contract.dataset_sha256, verifier.dataset_sha256],
    ['trajectory-costs', 'cost_model_sha256', contract.cost_model_sha256, verifier.cost_model_sha256],
    ['trajectory-engine', 'engine_version', contract.engine_version, verifier.engine_version],
  ];
  return rows
    .filter(([, , found, expected]) => found !== expected)
    .map(([code, member, found, expected]) =>
      diagnostic(code, 'error', { pointer: `/contract/${member}` }, { found, accepted: [expected] }),
    );
}

/** The first thing that is wrong with a run's steps. */
function stepFindings(run: RunTrajectory, index: number, { dates }: Verifier): readonly Diagnostic[] {
  const { window_start: start, window_end: end, steps } = run;
  const pointer = `/runs/${index}/steps`;
  // The end first: a missing step in the middle is better told by the index that is off.
  for (const [position, { step, observation_id }] of steps.entries()) {
    const place = `${pointer}/${position}`;
    if (position >= end - start) break;
    if (step !== position) {
      const rest = { found: String(step), accepted: [String(position)] };
      return [diagnostic('trajectory-step-index', 'error', { pointer: `${place}/step` }, rest)];
    }
    const date = dates[start + position]!;
    if (observation_id !== date) {
      const rest = { found: observation_id, accepted: [date] };
      return [diagnostic('trajectory-observation', 'error', { pointer: `${place}/observation_id` }, rest)];
    }
  }
  if (steps.length === end - start) return [];
  const rest = { found: `${steps.length} steps`, accepted: [`${end - start} steps`] };
  return [diagnostic('trajectory-step-count', 'error', { pointer }, rest)];
}
