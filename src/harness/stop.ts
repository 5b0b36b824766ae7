import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { Health } from './health.ts';

/** What a clean run must show; ids are stable. */
export const requirementIds = ['every-step-answered', 'contract-clean', 'transport-clean'] as const;
export type RequirementId = (typeof requirementIds)[number];

/** How a run ended (page 7). `done` has no unmet requirement; nothing else may claim it. */
export interface StopDecision {
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
  /** The agent could not be started or reached. */
  readonly blocked: boolean;
  /** Why the run was cut short from outside; null if it was not. */
  readonly interrupted: string | null;
}

/** The one owner of the question whether the evidence supports a finish. */
export function decideStop(evidence: StopEvidence): StopDecision {
  const { health } = evidence;
  const protocolClean = health.protocol_faults === 0 && evidence.errors.length === 0;
  const transportClean = health.transport_faults === 0 && health.resource_faults === 0 && !health.tripped;
  const met: Readonly<Record<RequirementId, boolean>> = {
    'every-step-answered': evidence.executed === evidence.steps && health.failure === null,
    'contract-clean': protocolClean,
    'transport-clean': transportClean,
  };
  const supported = requirementIds.filter((id) => met[id]);
  const unmet = requirementIds.filter((id) => !met[id]);
  if (evidence.blocked) {
    return {
      status: 'blocked',
      supported: [],
      unmet: requirementIds,
      reason: evidence.errors[0]?.code ?? 'blocked',
    };
  }
  if (evidence.interrupted !== null) {
    return { status: 'incomplete', supported, unmet, reason: evidence.interrupted };
  }
  if (unmet.length === 0) return { status: 'done', supported, unmet, reason: 'every step answered' };
  return {
    status: 'incomplete',
    supported,
    unmet,
    reason: health.failure ?? evidence.errors[0]?.code ?? 'unmet',
  };
}
