import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/harness/events.ts';
import { isOver, nextPhase, type Phase } from '../../../src/ui/model/phase.ts';

/** One event of each kind that a phase may depend on; what it does not look at is left out. */
const events = {
  changed: { type: 'source_changed', files: ['a'], file_count: 1, missing: [] },
  missing: { type: 'source_changed', files: [], file_count: 0, missing: ['agent.py'] },
  'build begins': { type: 'build_started', command: [] },
  'build passes': { type: 'build_ended', outcome: 'passed' },
  'build fails': { type: 'build_ended', outcome: 'failed' },
  'build is canceled': { type: 'build_ended', outcome: 'canceled' },
  steer: { type: 'control_accepted', control_id: '1', control: { kind: 'steer', by: 'edit', reason: '' } },
  pause: { type: 'control_accepted', control_id: '1', control: { kind: 'pause' } },
  stop: { type: 'control_accepted', control_id: '1', control: { kind: 'stop', reason: 'q' } },
  attempt: { type: 'attempt_started', attempt_id: 'a', task_generation: 1 },
  turn: { type: 'turn' },
  passes: { type: 'run_report', stop: { status: 'done' } },
  fails: { type: 'run_report', stop: { status: 'failed' } },
  'cannot start': { type: 'run_report', stop: { status: 'blocked' } },
  stall: { type: 'stall', action: { kind: 'stop', cause: 'unchanged-repetition' } },
  retry: { type: 'stall', action: { kind: 'retry' } },
  stderr: { type: 'agent_stderr', run: 'A', text: '', dropped_bytes: 0 },
} as unknown as Record<string, RunEvent>;

const phases: readonly Phase[] = [
  ...(['opening', 'building', 'build-failed', 'missing', 'starting', 'running'] as const),
  ...(['reloading', 'finished', 'failed', 'blocked', 'stalled', 'stopping'] as const),
];

/** `-` is: as before. Rows are phases, in the order above. */
const table: Readonly<Record<string, string>> = {
  changed: 'reloading',
  missing: 'missing',
  'build begins': 'building',
  'build passes': 'reloading',
  'build fails': 'build-failed',
  'build is canceled': 'reloading',
  steer: 'reloading',
  pause: '-',
  stop: 'stopping',
  attempt: 'starting',
  turn: 'running',
  passes: 'finished',
  fails: 'failed',
  'cannot start': 'blocked',
  stall: 'stalled',
  retry: '-',
  stderr: '-',
};
const late = ['turn', 'passes', 'fails', 'cannot start', 'stall'];

describe.each(phases)('while it is %s', (phase) => {
  it.each(Object.keys(events))('%s', (name) => {
    const isHeld =
      phase === 'stopping' ||
      (['missing', 'building', 'build-failed', 'reloading'].includes(phase) && late.includes(name)) ||
      (['missing', 'building'].includes(phase) && name === 'steer') ||
      (phase === 'stalled' && (name === 'fails' || name === 'cannot start'));
    const expected = table[name] === '-' || isHeld ? phase : table[name];
    expect(nextPhase(phase, events[name]!)).toBe(expected);
  });
});

it('a stop is final, and only an ended run is over', () => {
  expect(phases.filter(isOver)).toEqual(['finished', 'failed', 'blocked', 'stalled']);
  for (const event of Object.values(events)) expect(nextPhase('stopping', event)).toBe('stopping');
});
