import { z } from 'zod';
import { graderVerdict } from '../harness/forms/schemas.ts';
import { cellResult, sweepPlan } from '../harness/sweep/schemas.ts';

/**
 * What `sbdev check` leaves behind, as one JSON document: `check-report.json` of the record and
 * the only line of `--format json`. Reports are views of it and of the journals that it
 * names. Loaded where such a file is read or a schema is made; `checkReport.ts` has the
 * types.
 */

const text = z.string().max(65_536);
const id = z.string().min(1).max(200);
const uint = z.number().int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const excerpt = z.strictObject({ text, column: uint, width: uint });

/** A place in one of the agent's sources, relative to its folder. */
const source = z.strictObject({ file: text, line: uint.min(1), column: uint.min(1) });

/** A diagnostic with its words, as records carry it, and how often it came. */
export const checkFinding = z.strictObject({
  code: id,
  severity: z.enum(['error', 'warning', 'notice']),
  /** Of all cells that the instrument looked at. */
  count: uint.min(1),
  /** Index of the cell that the place is of; null where it is of none. */
  cell: uint.nullable(),
  step: uint.nullable(),
  pointer: text.nullable(),
  offset: uint.nullable(),
  length: uint.nullable(),
  found: text.nullable(),
  accepted: z.array(text),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  message: text,
  cause: text.nullable(),
  fix: text,
  excerpt: excerpt.nullable(),
  /** Where in the agent's sources it comes from, if that is known. */
  source: source.nullable(),
});

/** One number or word that an instrument read off, with the bound that it was held against. */
export const measure = z.strictObject({
  name: text,
  /** Null where it is unknown: never 0 in its place. */
  value: z.union([z.number(), text]).nullable(),
  unit: text.nullable(),
  /** In words; null where nothing is asked of it. */
  accepted: text.nullable(),
});

/**
 * Whether the instrument catches the known-bad agent that it must catch, in this
 * installation. `not_needed`: it did not pass, so nothing rests on it.
 */
export const controlResult = z.strictObject({
  name: text,
  state: z.enum(['live', 'not_live', 'not_needed']),
  /** What it did with the bad agent, or why it could not be tried. */
  reason: text.nullable(),
});

export const checkInstrument = z.strictObject({
  instrument_id: id,
  requirement_id: id,
  /** What it asks, in a few words. */
  title: text,
  required: z.boolean(),
  binding: z.boolean(),
  status: z.enum(['passed', 'failed', 'pending', 'invalid', 'abstained']),
  /** One sentence; null while it is pending. */
  reason: text.nullable(),
  /** What the status rests on: runs, steps, factors. */
  rests_on: z.array(text),
  measures: z.array(measure),
  findings: z.array(checkFinding),
  /** References into the record: `cells/0`, `cells/0#g1.a1.t12`. */
  evidence: z.array(id),
  control: controlResult,
});

/** Decide times of one run in milliseconds: facts of the machine. */
export const checkTiming = z.strictObject({
  decisions: uint,
  first_answer_ms: z.number().nullable(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  max_ms: z.number().nullable(),
  wall_ms: z.number(),
});

/** A recorded run of the roster. `index` names its folder, `cells/<index>`. */
export const checkCell = cellResult.omit({ type: true }).extend({
  /** Name of the fault plan that it ran under; null for none. */
  plan: text.nullable(),
  timing: checkTiming.nullable(),
});

const hint = z.strictObject({ ...source.shape, code: id, text });

export const checkReport = z.strictObject({
  type: z.literal('check_report'),
  version: z.literal(1),
  kit: text,
  node: text,
  platform: text,
  session_id: id,
  /** The record's folder from the working directory: `.sbdev/runs/<id>`. */
  record: text,
  /** The command that checks this again. */
  command: text,
  case: z.strictObject({
    name: id,
    sha256,
    file: text.nullable(),
    /** Results that a comparison takes; `passed` and `failed` unless it says otherwise. */
    valid_results: z.array(z.enum(['passed', 'failed'])).optional(),
  }),
  candidate: z.strictObject({
    agent: sweepPlan.shape.agent,
    snapshot_id: text,
    /** SHA-256 over all recorded runs; null until they are complete. */
    seal: sha256.nullable(),
  }),
  roster: z.strictObject({
    data: sweepPlan.shape.data,
    costs: text,
    digests: sweepPlan.shape.digests,
    decide_timeout_ms: uint,
    retries: uint,
    windows: sweepPlan.shape.windows,
    seeds: sweepPlan.shape.seeds,
    /** Cells without a plan come first, then those of each plan in this order. */
    plans: z.array(z.strictObject({ name: id, sha256, faults: z.array(text) })),
    cells: z.array(checkCell),
  }),
  /** In the order in which they ran. */
  instruments: z.array(checkInstrument),
  /** The newest revision of the grade; what it says of an instrument is its part of `instruments`. */
  verdict: graderVerdict,
  exit_code: z.union([z.literal(0), z.literal(1), z.literal(3)]),
  not_looked_at: z.array(z.strictObject({ subject: text, reason: text })),
  /** What to do next, most urgent first. */
  next: z.array(text),
  /** Likely causes of differing decisions in the agent's sources; null if they were not asked for. */
  hints: z.array(hint).nullable(),
});
