import type { CompletedDispatch, RunEvidence, StopDecision } from './forms/forms.ts';
import { recordJson, stringText } from './recordJson.ts';

/**
 * Evidence and stop decision of a turn as JSON, written field by field: they stand in
 * every turn, and most of them are alike. Equal to `recordJson` of the same value.
 */
export function evidenceText(evidence: RunEvidence): string {
  const control = evidence.accepted_control === null ? 'null' : stringText(evidence.accepted_control);
  let dispatches = '';
  for (const dispatch of evidence.dispatches) {
    dispatches += `${dispatches === '' ? '' : ','}${dispatchText(dispatch)}`;
  }
  return `{"session_id":"${evidence.session_id}","task_generation":${evidence.task_generation},"turn_id":"${evidence.turn_id}","evidence_position":${evidence.evidence_position},"actor_intent":${intentText(evidence)},"dispatches":[${dispatches}],"accepted_control":${control}}`;
}

export function stopText(stop: StopDecision): string {
  const { result } = stop;
  if (result.kind !== 'continue') return recordJson(stop);
  const feedback = result.feedback === null ? 'null' : stringText(result.feedback);
  return `{"decision_id":"${stop.decision_id}","turn_id":"${stop.turn_id}","task_generation":${stop.task_generation},"result":{"kind":"continue","unmet":[${namesText(result.unmet)}],"feedback":${feedback}}}`;
}

function namesText(names: readonly string[]): string {
  let text = '';
  for (const name of names) text += `${text === '' ? '' : ','}${stringText(name)}`;
  return text;
}

function intentText({ actor_intent: intent }: RunEvidence): string {
  return intent.kind === 'continue' ? '{"kind":"continue"}' : recordJson(intent);
}

function dispatchText(dispatch: CompletedDispatch): string {
  // A call names a symbol, which may hold any character.
  const call = stringText(dispatch.call_id);
  const reference = dispatch.evidence_ref === dispatch.call_id ? call : stringText(dispatch.evidence_ref);
  return `{"call_id":${call},"evidence_ref":${reference},"disposition":"${dispatch.disposition}","mutation":"${dispatch.mutation}","verification":${verificationText(dispatch)}}`;
}

function verificationText({ verification }: CompletedDispatch): string {
  switch (verification.kind) {
    case 'not_verifier':
    case 'not_run':
    case 'pending':
      return `{"kind":"${verification.kind}"}`;
    case 'passed':
      return `{"kind":"passed","source_epoch":${verification.source_epoch}}`;
    default:
      return recordJson(verification);
  }
}
