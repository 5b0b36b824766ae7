import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import type { Window } from '../../market/dataset.ts';
import { faultFindings } from '../../protocol/diagnostics/faultFindings.ts';
import { JsonTape } from '../../protocol/json/tape.ts';
import { asDecision, readDecisionShape } from '../../protocol/shape/decisionShape.ts';
import type {
  AgentTrajectory,
  DecisionStep,
  DeclaredMandate,
  RunTrajectory,
  TrajectoryContract,
} from '../trajectory.ts';
import { OpenReader } from './openReader.ts';
import { CONTRACT, MANDATE, RUN, STEP, TRAJECTORY, WINDOW } from './shapes.ts';

export interface ReadTrajectory {
  readonly trajectory: AgentTrajectory;
  /** Keys of the file that the format does not have. */
  readonly notices: readonly Diagnostic[];
}

/** Findings of one file that are told; a file may hold a million. */
const TOLD_FINDINGS = 5;

/**
 * A trajectory from the bytes of its file (page 4.1): seeds and token counts exact,
 * decisions under the wire contract, the rest as open as the reference reads it. Throws
 * a UsageError that names every place for what is no trajectory.
 */
export function readTrajectory(bytes: Uint8Array, file: string): ReadTrajectory {
  const tape = new JsonTape();
  if (!tape.read(bytes)) {
    const [fault] = faultFindings(tape);
    const { offset = 0 } = fault?.place ?? {};
    const facts = { fault: fault?.code ?? 'not-json', offset };
    const rest = { found: fault?.found ?? null, accepted: ['a JSON object'], facts };
    throw new UsageError(diagnostic('trajectory-not-json', 'error', { file, offset }, rest));
  }
  const reader = new OpenReader(tape);
  const trajectory = readRoot(reader);
  const { findings } = reader.shape;
  if (findings.length > 0) {
    throw new UsageError(...findings.slice(0, TOLD_FINDINGS).map((each) => refusal(file, each)));
  }
  return { trajectory, notices: noticesOf(reader, file) };
}

function readRoot(reader: OpenReader): AgentTrajectory {
  let agent_id = '';
  let contract: TrajectoryContract | null = null;
  let in_sample_trials = 0;
  let declared_mandate: DeclaredMandate | null = null;
  let runs: readonly RunTrajectory[] = [];
  reader.members(0, TRAJECTORY, (index, value) => {
    if (index === 0) agent_id = reader.string(value);
    else if (index === 1) contract = reader.isNull(value) ? null : readContract(reader, value);
    else if (index === 2) in_sample_trials = reader.u32(value);
    else if (index === 3) declared_mandate = reader.isNull(value) ? null : readMandate(reader, value);
    else runs = reader.elements(value, (run) => readRun(reader, run));
  });
  return { agent_id, contract, in_sample_trials, declared_mandate, runs };
}

function readContract(reader: OpenReader, node: number): TrajectoryContract {
  let schema_version = 0;
  const texts = ['', '', ''];
  let windows: readonly Window[] = [];
  let seeds: readonly bigint[] = [];
  let runner_artifact_sha256: string | null = null;
  reader.members(node, CONTRACT, (index, value) => {
    if (index === 0) schema_version = reader.u32(value);
    else if (index <= 3) texts[index - 1] = reader.string(value);
    else if (index === 4) windows = reader.elements(value, (window) => readWindow(reader, window));
    else if (index === 5) seeds = reader.elements(value, (seed) => reader.u64(seed));
    else runner_artifact_sha256 = reader.isNull(value) ? null : reader.string(value);
  });
  const [dataset_sha256 = '', cost_model_sha256 = '', engine_version = ''] = texts;
  return {
    schema_version,
    dataset_sha256,
    cost_model_sha256,
    engine_version,
    windows,
    seeds,
    runner_artifact_sha256,
  };
}

function readWindow(reader: OpenReader, node: number): Window {
  let start = 0;
  let end = 0;
  reader.members(node, WINDOW, (index, value) => {
    if (index === 0) start = reader.count(value);
    else end = reader.count(value);
  });
  return { start, end };
}

const MANDATE_KINDS = ['absolute_return', 'relative_to', 'drawdown_capped', 'outperform_buy_and_hold'];
/** What older files call `outperform_buy_and_hold`; read, never written. */
const OLD_KIND = 'long_only_beta';

function readMandate(reader: OpenReader, node: number): DeclaredMandate | null {
  let kind = '';
  let kindNode = node;
  let benchmark: string | null = null;
  let drawdown: number | null = null;
  reader.members(node, MANDATE, (index, value) => {
    if (index === 0) {
      kind = reader.string(value);
      kindNode = value;
    } else if (index === 1) benchmark = reader.string(value);
    else drawdown = reader.shape.float(value);
  });
  switch (kind) {
    case 'absolute_return':
    case 'outperform_buy_and_hold':
      return { kind };
    case OLD_KIND:
      return { kind: 'outperform_buy_and_hold' };
    case 'relative_to':
      if (benchmark !== null) return { kind, benchmark_id: benchmark };
      reader.shape.note('missing-field', node, ['benchmark_id'], {});
      return null;
    case 'drawdown_capped':
      if (drawdown !== null) return { kind, max_per_run_drawdown: drawdown };
      reader.shape.note('missing-field', node, ['max_per_run_drawdown'], {});
      return null;
    default:
      if (kindNode !== node) reader.shape.note('unknown-mandate', kindNode, MANDATE_KINDS, {});
      return null;
  }
}

function readRun(reader: OpenReader, node: number): RunTrajectory {
  let window_start = 0;
  let window_end = 0;
  let seed = 0n;
  let steps: readonly DecisionStep[] = [];
  reader.members(node, RUN, (index, value) => {
    if (index === 0) window_start = reader.count(value);
    else if (index === 1) window_end = reader.count(value);
    else if (index === 2) seed = reader.u64(value);
    else steps = reader.elements(value, (step) => readStep(reader, step));
  });
  return { window_start, window_end, seed, steps };
}

function readStep(reader: OpenReader, node: number): DecisionStep {
  let step = 0;
  let observation_id = '';
  let draft: ReturnType<typeof readDecisionShape> = { orders: [], reasoning: '', cost: null };
  reader.members(node, STEP, (index, value) => {
    if (index === 0) step = reader.count(value);
    else if (index === 1) observation_id = reader.string(value);
    else draft = readDecisionShape(reader.shape, value);
  });
  // A draft in which something was noted is never used: the whole file is refused.
  return { step, observation_id, decision: asDecision(draft) };
}

/** A finding on the wire's terms, told of a file. */
function refusal(file: string, { code, place, found, accepted }: Diagnostic): Diagnostic {
  const isMissing = code === 'missing-field';
  return diagnostic(
    'trajectory-shape',
    'error',
    { file, pointer: place.pointer ?? '' },
    { found: isMissing ? null : found, accepted, facts: { refused: code } },
  );
}

function noticesOf({ unknownKeys, unknownPlaces }: OpenReader, file: string): readonly Diagnostic[] {
  if (unknownKeys === 0) return [];
  const facts = { count: unknownKeys, places: unknownPlaces };
  return [diagnostic('trajectory-unknown-keys', 'notice', { file }, { found: String(unknownKeys), facts })];
}
