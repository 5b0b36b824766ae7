import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { DoubleRunReport } from './determinismEvents.ts';
import { type TurnPlace, turnIdOf } from './evidence.ts';
import type { StopDecision } from './forms/forms.ts';
import type { Health } from './health.ts';

/** What a clean run must show; ids are stable. */
export const requirementIds = [
  'every-step-answered',
  'contract-clean',
  'transport-clean',
  'double-run-equal',
] as const;
export type RequirementId = (typeof requirementIds)[number];

/** How a run ended (page 7). `done` has no unmet requirement; nothing else may claim it. */
export interface StopVerdict {
  readonly status: 'done' | 'blocked' | 'incomplete';
  readonly supported: readonly RequirementId[];
  readonly unmet: readonly RequirementId[];
  readonly reason: string;
}

export interface StopEvidence {
  readonly steps: number;
  /** Steps that have an executed decision, the agent's or the kit's. */
  readonly executed: number;
  readonly health: Health;
  /** Every finding of severity error. */
  readonly errors: readonly Diagnostic[];
  /** Contract checks of this cell that stand failed. */
  readonly openChecks: number;
  /** How two runs compare; `pending` before the end, null where only one is made. */
  readonly doubleRun: 'pending' | DoubleRunReport['status'] | null;
  /** The agent could not be started or reached. */
  readonly blocked: boolean;
  /** Why the run was cut short from outside; null if it was not. */
  readonly interrupted: string | null;
}

/** The one owner of the question whether the evidence supports a finish. */
export function decideStop(evidence: StopEvidence): StopVerdict {
  const { supported, unmet } = weigh(evidence);
  if (evidence.blocked) {
    return {
      status: 'blocked',
      supported: [],
      unmet: [...supported, ...unmet],
      reason: evidence.errors[0]?.code ?? 'blocked',
    };
  }
  if (evidence.interrupted !== null) {
    return { status: 'incomplete', supported, unmet, reason: evidence.interrupted };
  }
  if (unmet.length === 0) return { status: 'done', supported, unmet, reason: 'every step answered' };
  const reason = evidence.health.failure ?? evidence.errors[0]?.code ?? 'no-verdict';
  return { status: 'incomplete', supported, unmet, reason };
}

/** The committed decision of a turn after which the run goes on. */
export function continueAfter(place: TurnPlace, unmet: readonly RequirementId[]): StopDecision {
  const turn = turnIdOf(place);
  return {
    decision_id: `${turn}/stop`,
    turn_id: turn,
    task_generation: place.taskGeneration,
    result: { kind: 'continue', unmet: unmet as RequirementId[], feedback: null },
  };
}

/** What a run does not show yet, or does not show any more. */
export function unmetBy(evidence: StopEvidence): readonly RequirementId[] {
  return weigh(evidence).unmet;
}

/** The committed decision of the window's last turn. */
export function finishAfter(
  place: TurnPlace,
  verdict: StopVerdict,
  evidence: readonly string[],
): StopDecision {
  const { status, supported, unmet, reason } = verdict;
  const turn = turnIdOf(place);
  return {
    decision_id: `${turn}/stop`,
    turn_id: turn,
    task_generation: place.taskGeneration,
    result: {
      kind: 'finish',
      status,
      supported: [...supported],
      unmet: [...unmet],
      evidence: [...evidence],
      reason,
    },
  };
}

/** Code of a decision that did not repeat in the double run. */
export const NON_DETERMINISTIC = 'non-deterministic';

function weigh({ steps, executed, health, errors, openChecks, doubleRun }: StopEvidence) {
  let parted = 0;
  for (const { code } of errors) if (code === NON_DETERMINISTIC) parted += 1;
  const met: Readonly<Record<RequirementId, boolean>> = {
    'every-step-answered': executed === steps && health.failure === null,
    'contract-clean': health.protocol_faults === 0 && errors.length === parted && openChecks === 0,
    'transport-clean': health.transport_faults === 0 && health.resource_faults === 0 && !health.tripped,
    // No verdict is no pass (page 4.4).
    'double-run-equal': doubleRun === 'equal' && parted === 0,
  };
  const supported: RequirementId[] = [];
  const unmet: RequirementId[] = [];
  for (const id of requirementIds) {
    if (doubleRun !== null || id !== 'double-run-equal') (met[id] ? supported : unmet).push(id);
  }
  return { supported, unmet };
}
