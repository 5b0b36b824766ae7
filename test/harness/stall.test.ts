import { describe, expect, test } from 'vitest';
import type { SteerOrigin } from '../../src/harness/controls.ts';
import { stallObservation } from '../../src/harness/forms/schemas.ts';
import { type AttemptFailure, type StallFact, StallHandler } from '../../src/harness/stall.ts';

const failed = (failure: AttemptFailure, code = 'agent-exited'): StallFact => ({
  kind: 'attempt_failed',
  failure,
  code,
  evidence: ['g1.a1'],
});
const generation = (taskGeneration: number, snapshotId: string, by: SteerOrigin = 'edit'): StallFact => ({
  kind: 'generation',
  taskGeneration,
  snapshotId,
  by,
});
const passed: StallFact = { kind: 'attempt_passed' };

function actions(cap: number, facts: readonly StallFact[]): (string | null)[] {
  const handler = new StallHandler(cap, 1, 'snap-1');
  return facts.map((fact) => {
    const observation = handler.observe(fact);
    stallObservation.parse(observation);
    const { action } = observation;
    return action === null
      ? null
      : action.kind === 'retry'
        ? `retry ${action.remaining}`
        : `stop ${action.cause}`;
  });
}

describe('the stall handler', () => {
  test('grants a runtime failure its extra attempts and no more', () => {
    for (const kind of ['spawn_error', 'transport_error', 'timeout'] as const) {
      expect(actions(2, [failed(kind), failed(kind), failed(kind)])).toStrictEqual([
        'retry 1',
        'retry 0',
        'stop retries-exhausted',
      ]);
    }
  });

  test('does not repeat what is the agent’s own fault', () => {
    for (const kind of ['agent_protocol_violation', 'resource_limit_exceeded'] as const) {
      expect(actions(2, [failed(kind)])).toStrictEqual([`stop ${kind}`]);
    }
  });

  test('takes other words for a failure as the same failure', () => {
    const facts = ['KeyError', 'TypeError', 'ValueError'].map((text) => failed('transport_error', text));
    expect(actions(1, facts)).toStrictEqual(['retry 0', 'stop retries-exhausted', 'stop retries-exhausted']);
  });

  test('lets a changed repair recover, and a clean attempt closes the episode', () => {
    expect(
      actions(1, [
        failed('transport_error'),
        failed('transport_error'),
        generation(2, 'snap-2'),
        passed,
        failed('transport_error'),
      ]),
    ).toStrictEqual(['retry 0', 'stop retries-exhausted', null, null, 'retry 0']);
  });

  test('stops an unchanged repetition', () => {
    expect(actions(0, [failed('agent_protocol_violation'), generation(2, 'snap-1')])).toStrictEqual([
      'stop agent_protocol_violation',
      'stop unchanged-repetition',
    ]);
  });

  test('repeats what failed where a person asks for it, and asking is no new cap either', () => {
    expect(
      actions(1, [
        failed('transport_error'),
        failed('transport_error'),
        generation(2, 'snap-1', 'request'),
        failed('transport_error'),
        generation(3, 'snap-1', 'edit'),
        generation(4, 'snap-1', 'request'),
        passed,
        generation(5, 'snap-1', 'edit'),
      ]),
    ).toStrictEqual([
      'retry 0',
      'stop retries-exhausted',
      null,
      'stop retries-exhausted',
      'stop unchanged-repetition',
      null,
      null,
      null,
    ]);
  });

  test('takes an edit back to any snapshot that failed since the last clean attempt for a repetition', () => {
    const own = 'agent_protocol_violation';
    expect(
      actions(0, [
        failed(own),
        generation(2, 'snap-2'),
        failed(own),
        generation(3, 'snap-1'),
        generation(4, 'snap-3'),
        passed,
        generation(5, 'snap-1'),
        failed(own),
        generation(6, 'snap-2'),
      ]),
    ).toStrictEqual([
      `stop ${own}`,
      null,
      `stop ${own}`,
      'stop unchanged-repetition',
      null,
      null,
      null,
      `stop ${own}`,
      null,
    ]);
  });

  test('does not refill the retries for edits while the failure remains', () => {
    expect(
      actions(1, [
        failed('transport_error'),
        generation(2, 'snap-2'),
        failed('transport_error'),
        generation(3, 'snap-3'),
        failed('transport_error'),
      ]),
    ).toStrictEqual(['retry 0', null, 'stop retries-exhausted', null, 'stop retries-exhausted']);
  });

  test('lets a snapshot that passed be run again', () => {
    expect(actions(0, [passed, generation(2, 'snap-1'), passed])).toStrictEqual([null, null, null]);
  });
});
