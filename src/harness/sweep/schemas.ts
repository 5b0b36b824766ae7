import { z } from 'zod';
import { faultEvents } from '../../faults/evidenceSchema.ts';
import { ownFailures, runtimeFailures } from '../stall.ts';

/**
 * What a sweep leaves behind, as it stands in files: the result of a cell, and the
 * report of all of them. Loaded where such files are read (merge, resume); the writing
 * side has only the types of `records.ts`.
 */

const uint = z.number().int().min(0);
/** Read losslessly: digits beyond 2^53 come as a bigint. */
const u64 = z
  .union([z.bigint(), uint])
  .transform(BigInt)
  .refine((value) => value <= 0xffff_ffff_ffff_ffffn, { message: 'an unsigned 64-bit integer' });
/** Whole doubles beyond 2^53 come as a bigint too. */
const double = z.union([z.number(), z.bigint().transform(Number)]);
const text = z.string().max(65_536);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const failure = z.enum([...runtimeFailures, ...ownFailures]);

const shard = z.strictObject({ index: uint.min(1), count: uint.min(1) });

const cell = z.strictObject({ window_start: uint, window_end: uint, seed: u64 });

const usage = z.strictObject({
  decisions_reported: uint,
  decisions_unreported: uint,
  cost_usd: double.nullable(),
  tokens_in: u64.nullable(),
  tokens_out: u64.nullable(),
  reasoning_tokens: u64.nullable(),
});

/** A line of the attempt ledger without its duration, which is a fact of the machine. */
export const sweepAttempt = z.strictObject({
  attempt_id: text,
  outcome: z.enum(['passed', 'failed', 'interrupted']),
  failure: failure.nullable(),
  code: text.nullable(),
  turns: uint,
  usage,
});

const runSummary = z.strictObject({
  steps: uint,
  total_return: double,
  sharpe_per_period: double.nullable(),
  psr_zero: double.nullable(),
  max_drawdown: double,
  turnover_per_step: double,
  exposure_mean: double,
  hit_rate: double.nullable(),
  brier: double.nullable(),
  brier_pairs: uint,
  process_score: double,
});

export const cellResult = z.strictObject({
  type: z.literal('sweep_cell'),
  index: uint,
  cell,
  /**
   * `failed`: a fault of the agent's own. `incomplete`: no attempt got to the end, so
   * there is no run. `not_run`: the sweep was ended before.
   */
  status: z.enum(['clean', 'failed', 'incomplete', 'not_run']),
  failure: failure.nullable(),
  /** Code of the first cause. */
  code: text.nullable(),
  first_failed_step: uint.nullable(),
  /** SHA-256 of the exact text of `run`; null without a run. */
  run_sha256: sha256.nullable(),
  /** Of a clean run alone: the returns of any other are not the agent's. */
  summary: runSummary.nullable(),
  attempts: z.array(sweepAttempt),
  usage,
  /**
   * Present only under a fault plan, for cells that have a run. Without the host time of
   * rejected presentations, which is a fact of the machine: the cell's journal has it.
   */
  fault_evidence: z
    .strictObject({ plan_sha256: sha256, cell, assigned: z.array(text), events: faultEvents })
    .optional(),
  /** Runs this cell again. */
  command: text,
});

/** Everything that fixes a sweep. */
export const sweepPlan = z.strictObject({
  kit: text,
  agent: z.strictObject({
    id: text,
    transport: z.enum(['stdio', 'http', 'in-process']),
    command: z.array(text),
  }),
  snapshot_id: text,
  data: z.strictObject({ source: text, symbols: z.array(text), bars: uint }),
  costs: text,
  digests: z.strictObject({
    dataset_sha256: sha256,
    cost_model_sha256: sha256,
    engine_version: text,
    sidecars: z.record(text, sha256).optional(),
  }),
  decide_timeout_ms: uint,
  /** Extra attempts of a run after a runtime failure. */
  retries: uint,
  windows: z.array(z.tuple([uint, uint])).min(1),
  seeds: z.array(u64).min(1),
  /** Present only under a fault plan: its digest, and the ids of its faults in plan order. */
  fault_plan: z.strictObject({ sha256, faults: z.array(text).min(1).max(64) }).optional(),
});

/** The head of a report and its cells; what is derived from them is derived again. */
export const reportBasis = z.object({
  type: z.literal('sweep_report'),
  version: uint,
  plan: sweepPlan,
  shard: shard.nullable(),
  cells: z.array(cellResult),
});

/** `sweep.json` of a session: what was asked for. */
export const sweepFile = z.strictObject({
  version: uint,
  plan: sweepPlan,
  shard: shard.nullable(),
  flags: z.record(z.string(), z.union([z.string(), z.boolean()])),
});

/** `result.json` of a cell. */
export const resultFile = z.strictObject({ version: uint, key: sha256, result: cellResult });

/** Who writes a record, as `meta.json` says it. */
export const writerFile = z.object({
  writer: z.object({ pid: uint.min(1), started: text.nullable() }),
});
