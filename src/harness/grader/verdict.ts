import type { GraderVerdict, GradeVeto, InstrumentResult } from '../forms/forms.ts';

/** What the case contract says of one instrument. */
export interface InstrumentRule {
  readonly instrumentId: string;
  readonly requirementId: string;
  /** A required one must have a result; an advisory one may lack it if the contract says so. */
  readonly required: boolean;
  /** Whether its failure vetoes the grade. */
  readonly binding: boolean;
}

/** The part of a case contract that a grade is decided by. */
export interface CaseRules {
  readonly instruments: readonly InstrumentRule[];
  readonly advisoryMayBeMissing: boolean;
}

/**
 * The grade that a set of results supports (page 7). What has not run leaves it pending,
 * what could not run makes it invalid; neither is ever a failure of the agent.
 */
export function gradeResult(
  rules: CaseRules,
  results: readonly InstrumentResult[],
): Pick<GraderVerdict, 'result' | 'vetoes'> {
  const byId = new Map(results.map((each) => [each.instrument_id, each]));
  const vetoes: GradeVeto[] = [];
  const pending: string[] = [];
  const invalid: string[] = [];
  const abstained: string[] = [];
  for (const rule of rules.instruments) {
    const found = byId.get(rule.instrumentId);
    const mayLack = !rule.required && rules.advisoryMayBeMissing;
    if (found === undefined || found.status === 'pending') {
      if (!mayLack) pending.push(rule.instrumentId);
    } else if (found.status === 'invalid') {
      if (!mayLack) invalid.push(`${rule.instrumentId}: ${found.reason ?? 'could not run'}`);
    } else if (found.status === 'abstained') {
      if (rule.required) abstained.push(`${rule.instrumentId}: ${found.reason ?? 'no opinion'}`);
    } else if (found.status === 'failed' && rule.binding) vetoes.push(vetoOf(rule, found));
  }
  return { vetoes, result: combine(vetoes, pending, invalid, abstained) };
}

function combine(
  vetoes: readonly GradeVeto[],
  pending: readonly string[],
  invalid: readonly string[],
  abstained: readonly string[],
): GraderVerdict['result'] {
  if (pending.length > 0) return { kind: 'pending', instruments: [...pending] };
  if (invalid.length > 0) return { kind: 'invalid', reason: invalid.join('; ') };
  if (vetoes.length > 0) return { kind: 'failed' };
  if (abstained.length > 0) return { kind: 'abstained', reason: abstained.join('; ') };
  return { kind: 'passed' };
}

function vetoOf(rule: InstrumentRule, result: InstrumentResult): GradeVeto {
  return {
    instrument_id: rule.instrumentId,
    requirement_id: rule.requirementId,
    reason: result.reason ?? 'failed',
    evidence: [...result.evidence],
  };
}
