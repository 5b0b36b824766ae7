import { z } from 'zod';

/**
 * The closed forms of page 7, as they stand in the journal: snake_case, unions by
 * `kind`, an optional as a value or null. Loaded where records are read or schemas are
 * made, never in the decision loop; `forms.ts` has the types.
 */

const id = z.string().min(1).max(200);
const uint = z.number().int().min(0);
const ids = z.array(id);

export const actorIntent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('continue') }),
  z.strictObject({ kind: z.literal('propose_done'), evidence: ids }),
  z.strictObject({ kind: z.literal('report_blocked'), reason: z.string(), unmet: ids }),
]);

export const diagnosticForm = z.strictObject({
  code: id,
  severity: z.enum(['error', 'warning', 'notice']),
  pointer: z.string().nullable(),
  offset: uint.nullable(),
  found: z.string().nullable(),
});

export const verification = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not_verifier') }),
  z.strictObject({ kind: z.literal('not_run') }),
  z.strictObject({ kind: z.literal('pending') }),
  z.strictObject({ kind: z.literal('passed'), source_epoch: uint }),
  z.strictObject({
    kind: z.literal('failed'),
    source_epoch: uint,
    diagnostics: z.array(diagnosticForm),
    complete: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('unknown'), reason: z.string() }),
]);

export const completedDispatch = z.strictObject({
  call_id: id,
  evidence_ref: id,
  disposition: z.enum(['executed', 'rejected', 'deferred', 'canceled']),
  mutation: z.enum(['applied', 'unchanged', 'not_applied', 'not_applicable']),
  verification,
});

export const runEvidence = z.strictObject({
  session_id: id,
  task_generation: uint,
  turn_id: id,
  /** Position of this turn's evidence in the session, from 0. */
  evidence_position: uint,
  actor_intent: actorIntent,
  dispatches: z.array(completedDispatch),
  accepted_control: id.nullable(),
});

export const stopResult = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('continue'), unmet: ids, feedback: id.nullable() }),
  z.strictObject({
    kind: z.literal('finish'),
    status: z.enum(['done', 'blocked', 'incomplete']),
    supported: ids,
    unmet: ids,
    evidence: ids,
    reason: z.string(),
  }),
]);

export const stopDecision = z.strictObject({
  decision_id: id,
  turn_id: id,
  task_generation: uint,
  result: stopResult,
});

export const stallAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('retry'), cause: id, feedback: id, remaining: uint }),
  z.strictObject({ kind: z.literal('escalate'), cause: id, target: id, evidence: ids }),
  z.strictObject({ kind: z.literal('stop'), cause: id, unmet: ids, evidence: ids }),
]);

export const stallCheckpoint = z.strictObject({
  task_generation: uint,
  snapshot_id: id,
  /** Failed attempts in a row without an answer that a later check accepted. */
  consecutive_failures: uint,
  /** Retries left before the handler stops. */
  remaining: uint,
  /** Code of the failure that is not cleared yet; null if none is open. */
  open_failure: id.nullable(),
});

export const stallObservation = z.strictObject({
  position: uint,
  checkpoint: stallCheckpoint,
  action: stallAction.nullable(),
});

export const gradeVeto = z.strictObject({
  instrument_id: id,
  requirement_id: id,
  reason: z.string(),
  evidence: ids,
});

export const instrumentResult = z.strictObject({
  instrument_id: id,
  status: z.enum(['passed', 'failed', 'pending', 'invalid', 'abstained']),
  evidence: ids,
  reason: z.string().nullable(),
});

export const graderVerdict = z.strictObject({
  attempt_id: id,
  snapshot_id: id,
  revision: uint,
  instruments: z.array(instrumentResult),
  vetoes: z.array(gradeVeto),
  result: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('passed') }),
    z.strictObject({ kind: z.literal('failed') }),
    z.strictObject({ kind: z.literal('pending'), instruments: ids }),
    z.strictObject({ kind: z.literal('invalid'), reason: z.string() }),
    z.strictObject({ kind: z.literal('abstained'), reason: z.string() }),
  ]),
});

/** Every form by its published name. */
export const formSchemas = {
  ActorIntent: actorIntent,
  RunEvidence: runEvidence,
  CompletedDispatch: completedDispatch,
  StopDecision: stopDecision,
  StallAction: stallAction,
  StallObservation: stallObservation,
  GraderVerdict: graderVerdict,
  GradeVeto: gradeVeto,
} as const;
