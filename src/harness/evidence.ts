import type { Fill } from '../engine/fill.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { Decision } from '../protocol/decision.ts';
import type { ActorIntent, CompletedDispatch, RunEvidence, Verification } from './forms/forms.ts';

/** Where a turn stands in its session. */
export interface TurnPlace {
  readonly sessionId: string;
  readonly taskGeneration: number;
  readonly attempt: number;
  readonly step: number;
}

/** `g1.a1.t0`: generation, attempt and step of a turn. */
export function turnIdOf(place: TurnPlace): string {
  return `g${place.taskGeneration}.a${place.attempt}.t${place.step}`;
}

/** What the contract check of an answer came to (page 7). */
export type CheckOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing to check came: a transport fault. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The breaker is open: the agent was not asked. */
  | { readonly kind: 'not_run' };

export interface TurnFacts {
  readonly place: TurnPlace;
  readonly evidencePosition: number;
  readonly check: CheckOutcome;
  /** The decision that was submitted: the agent's own, or the hold that took its place. */
  readonly decision: Decision;
  readonly fills: readonly Fill[];
  readonly symbols: readonly string[];
  /** Orders wait before they execute (a fixed decision delay). */
  readonly delayed: boolean;
  /** Submissions of this turn that a rate limit rejected before the one that was accepted. */
  readonly rejected: number;
  /** Turns of this attempt that are complete, this one included, if it is the window's last; else null. */
  readonly finishedTurns: readonly string[] | null;
  readonly acceptedControl: string | null;
}

/** The evidence of one completed turn: one `decide`, and one `rebalance_to_target` per order. */
export function turnEvidence(facts: TurnFacts): RunEvidence {
  const turn = turnIdOf(facts.place);
  const dispatches = [decideDispatch(turn, facts)];
  addRejected(dispatches, turn, facts);
  addOrders(dispatches, turn, facts);
  return {
    session_id: facts.place.sessionId,
    task_generation: facts.place.taskGeneration,
    turn_id: turn,
    evidence_position: facts.evidencePosition,
    actor_intent: actorIntent(facts),
    dispatches,
    accepted_control: facts.acceptedControl,
  };
}

/** A `decide` that a control interrupted: what came of it, if anything did, is not used. */
export function canceledDecide(place: TurnPlace): CompletedDispatch {
  const call = `${turnIdOf(place)}/decide`;
  return {
    call_id: call,
    evidence_ref: call,
    disposition: 'canceled',
    mutation: 'not_applicable',
    verification: { kind: 'not_run' },
  };
}

/** The natural finish is a proposal that cites every step; nothing else proposes an end. */
function actorIntent({ finishedTurns }: TurnFacts): ActorIntent {
  if (finishedTurns === null) return { kind: 'continue' };
  return { kind: 'propose_done', evidence: finishedTurns.map((turn) => `${turn}/decide`) };
}

function decideDispatch(turn: string, { check, place }: TurnFacts): CompletedDispatch {
  const call = `${turn}/decide`;
  return {
    call_id: call,
    evidence_ref: call,
    disposition: check.kind === 'not_run' ? 'canceled' : 'executed',
    // An answer that could not be used moved nothing: a hold was filled in for it.
    mutation: check.kind === 'passed' ? 'not_applicable' : 'not_applied',
    verification: verificationOf(check, place.taskGeneration),
  };
}

/** Rejected submissions moved nothing, whatever they said. */
function addRejected(dispatches: CompletedDispatch[], turn: string, { rejected }: TurnFacts): void {
  for (let count = 1; count <= rejected; count += 1)
    dispatches.push(orderDispatch(`${turn}/rejected/${count}`, 'rejected', 'not_applied'));
}

function verificationOf(check: CheckOutcome, epoch: number): Verification {
  switch (check.kind) {
    case 'passed':
      return { kind: 'passed', source_epoch: epoch };
    case 'failed':
      return {
        kind: 'failed',
        source_epoch: epoch,
        diagnostics: check.diagnostics.map(diagnosticForm),
        complete: true,
      };
    case 'unknown':
      return { kind: 'unknown', reason: check.reason };
    case 'not_run':
      return { kind: 'not_run' };
  }
}

function diagnosticForm({ code, severity, place, found }: Diagnostic) {
  return { code, severity, pointer: place.pointer ?? null, offset: place.offset ?? null, found };
}

/**
 * Orders as they fared. Under a fixed delay this turn's orders are deferred, and the
 * fills of this bar belong to orders of an earlier turn.
 */
function addOrders(
  dispatches: CompletedDispatch[],
  turn: string,
  { decision, fills, symbols, delayed }: TurnFacts,
): void {
  if (delayed) {
    for (const order of decision.orders)
      dispatches.push(orderDispatch(`${turn}/submit/${order.symbol}`, 'deferred', 'not_applied'));
  }
  for (const fill of fills) {
    const symbol = symbols[fill.symbolIndex] ?? '';
    const origin = fill.wasCarried ? 'carried' : delayed ? 'due' : 'rebalance';
    dispatches.push(fillDispatch(`${turn}/${origin}/${symbol}`, fill));
  }
}

function fillDispatch(call: string, fill: Fill): CompletedDispatch {
  switch (fill.outcome) {
    case 'filled':
    case 'partial':
      return orderDispatch(call, 'executed', 'applied');
    case 'no-op':
      return orderDispatch(call, 'executed', 'unchanged');
    case 'deferred':
      return orderDispatch(call, 'deferred', 'not_applied');
  }
}

function orderDispatch(
  call: string,
  disposition: CompletedDispatch['disposition'],
  mutation: CompletedDispatch['mutation'],
): CompletedDispatch {
  return { call_id: call, evidence_ref: call, disposition, mutation, verification: { kind: 'not_verifier' } };
}
