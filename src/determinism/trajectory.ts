import { wireFloat } from '../kernel/floatText.ts';
import type { Window } from '../market/dataset.ts';
import type { Decision } from '../protocol/decision.ts';
import { wireString } from '../protocol/write/wireString.ts';
import { writeDecision } from '../protocol/write/writeDecision.ts';
import { prettyJson } from './prettyJson.ts';

/** The interchange file of captured decisions (page 4.1). Property names are the file's own. */
export interface AgentTrajectory {
  readonly agent_id: string;
  readonly contract: TrajectoryContract | null;
  /** u32. */
  readonly in_sample_trials: number;
  readonly declared_mandate: DeclaredMandate | null;
  /** Window-major: all seeds of the first window, then of the next. */
  readonly runs: readonly RunTrajectory[];
}

export interface TrajectoryContract {
  readonly schema_version: number;
  readonly dataset_sha256: string;
  readonly cost_model_sha256: string;
  readonly engine_version: string;
  readonly windows: readonly Window[];
  readonly seeds: readonly bigint[];
  readonly runner_artifact_sha256: string | null;
}

export const TRAJECTORY_SCHEMA_VERSION = 3;

export type DeclaredMandate =
  | { readonly kind: 'absolute_return' }
  | { readonly kind: 'relative_to'; readonly benchmark_id: string }
  | { readonly kind: 'drawdown_capped'; readonly max_per_run_drawdown: number }
  | { readonly kind: 'outperform_buy_and_hold' };

export interface RunTrajectory {
  readonly window_start: number;
  readonly window_end: number;
  readonly seed: bigint;
  readonly steps: readonly DecisionStep[];
}

export interface DecisionStep {
  readonly step: number;
  /** The observation's date. */
  readonly observation_id: string;
  readonly decision: Decision;
}

/** The file's compact form, in the order of its members. */
export function trajectoryText(trajectory: AgentTrajectory): string {
  const { agent_id, contract, in_sample_trials, declared_mandate, runs } = trajectory;
  const parts = [`"agent_id":${wireString(agent_id)}`];
  if (contract !== null) parts.push(`"contract":${contractText(contract)}`);
  parts.push(`"in_sample_trials":${in_sample_trials}`);
  if (declared_mandate !== null) parts.push(`"declared_mandate":${mandateText(declared_mandate)}`);
  parts.push(`"runs":[${runs.map(runTrajectoryText).join(',')}]`);
  return `{${parts.join(',')}}`;
}

/**
 * The file itself, run by run: it may be larger than one string is allowed to be. Pretty
 * as serde_json prints it, without a final newline.
 */
export function* trajectoryPieces(trajectory: AgentTrajectory): Iterable<string> {
  const empty = prettyJson(trajectoryText({ ...trajectory, runs: [] }));
  if (trajectory.runs.length === 0) {
    yield empty;
    return;
  }
  yield empty.slice(0, -']\n}'.length);
  let separator = '\n    ';
  for (const run of trajectory.runs) {
    yield separator + prettyJson(runTrajectoryText(run), 2);
    separator = ',\n    ';
  }
  yield '\n  ]\n}';
}

function contractText(contract: TrajectoryContract): string {
  const windows = contract.windows.map(({ start, end }) => `{"start":${start},"end":${end}}`).join(',');
  const runner =
    contract.runner_artifact_sha256 === null
      ? ''
      : `,"runner_artifact_sha256":${wireString(contract.runner_artifact_sha256)}`;
  return `{"schema_version":${contract.schema_version},"dataset_sha256":${wireString(contract.dataset_sha256)},"cost_model_sha256":${wireString(contract.cost_model_sha256)},"engine_version":${wireString(contract.engine_version)},"windows":[${windows}],"seeds":[${contract.seeds.join(',')}]${runner}}`;
}

function mandateText(mandate: DeclaredMandate): string {
  switch (mandate.kind) {
    case 'relative_to':
      return `{"kind":"relative_to","benchmark_id":${wireString(mandate.benchmark_id)}}`;
    case 'drawdown_capped':
      return `{"kind":"drawdown_capped","max_per_run_drawdown":${wireFloat(mandate.max_per_run_drawdown)}}`;
    default:
      return `{"kind":"${mandate.kind}"}`;
  }
}

/** One run in compact form: two runs are copies exactly if this is the same text. */
export function runTrajectoryText({ window_start, window_end, seed, steps }: RunTrajectory): string {
  const texts = steps.map(
    ({ step, observation_id, decision }) =>
      `{"step":${step},"observation_id":${wireString(observation_id)},"decision":${writeDecision(decision)}}`,
  );
  return `{"window_start":${window_start},"window_end":${window_end},"seed":${seed},"steps":[${texts.join(',')}]}`;
}
