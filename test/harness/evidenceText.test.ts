import { expect, test } from 'vitest';
import { evidenceText, stopText } from '../../src/harness/evidenceText.ts';
import type { RunEvidence, StopDecision } from '../../src/harness/forms/forms.ts';
import { recordJson } from '../../src/harness/recordJson.ts';

const dispatch = (call: string, verification: RunEvidence['dispatches'][number]['verification']) => ({
  call_id: call,
  evidence_ref: call,
  disposition: 'executed' as const,
  mutation: 'applied' as const,
  verification,
});

test('evidence written field by field is what the general writer writes', () => {
  const evidence: RunEvidence = {
    session_id: 's',
    task_generation: 2,
    turn_id: 'g2.a1.t0',
    evidence_position: 7,
    actor_intent: { kind: 'continue' },
    dispatches: [
      dispatch('g2.a1.t0/decide', { kind: 'passed', source_epoch: 2 }),
      dispatch('g2.a1.t0/rebalance/"A"\n台', { kind: 'not_verifier' }),
      dispatch('x', { kind: 'unknown', reason: 'timeout' }),
      dispatch('y', {
        kind: 'failed',
        source_epoch: 2,
        diagnostics: [{ code: 'not-json', severity: 'error', pointer: null, offset: 0, found: '"\u0000' }],
        complete: true,
      }),
    ],
    accepted_control: 'control-1',
  };
  expect(evidenceText(evidence)).toBe(recordJson(evidence));
  const proposal: RunEvidence = {
    ...evidence,
    actor_intent: { kind: 'propose_done', evidence: ['a', 'b'] },
    dispatches: [],
    accepted_control: null,
  };
  expect(evidenceText(proposal)).toBe(recordJson(proposal));
});

test('so is a stop decision', () => {
  const heading = { decision_id: 'g1.a1.t0/stop', turn_id: 'g1.a1.t0', task_generation: 1 };
  const decisions: StopDecision[] = [
    { ...heading, result: { kind: 'continue', unmet: ['every-step-answered'], feedback: null } },
    {
      ...heading,
      result: {
        kind: 'finish',
        status: 'incomplete',
        supported: [],
        unmet: ['contract-clean'],
        evidence: ['a'],
        reason: 'x"',
      },
    },
  ];
  for (const decision of decisions) expect(stopText(decision)).toBe(recordJson(decision));
});
