import { expect, test } from 'vitest';
import { LastRuns } from '../../../src/cli/live/lastRuns.ts';
import type { RunEvent } from '../../../src/harness/events.ts';

interface Run {
  readonly status: 'done' | 'incomplete' | 'blocked';
  readonly executed?: number;
  readonly isTripped?: boolean;
}

const passed: Run = { status: 'done' };
const refused: Run = { status: 'incomplete' };
const crashed: Run = { status: 'incomplete', isTripped: true };
const blocked: Run = { status: 'blocked', executed: 0 };
const stopped: Run = { status: 'incomplete', executed: 7 };

function codeAfter(...all: readonly Run[]): number | null {
  const runs = new LastRuns();
  for (const { status, executed = 20, isTripped = false } of all) {
    runs.take({ type: 'run_started', steps: 20 } as RunEvent);
    runs.take({
      type: 'run_report',
      stop: { status, unmet: [] },
      health: { tripped: isTripped },
      book: { steps: executed },
    } as unknown as RunEvent);
  }
  return runs.exitCode();
}

test.each<[string, readonly Run[], number | null]>([
  ['nothing', [], null],
  ['a run that passed', [passed], 0],
  ['one that fell short', [refused], 1],
  ['the last of those that came to their end', [passed, refused], 1],
  ['the last of those that came to their end', [refused, passed], 0],
  ['a run that came to its end before a crash', [passed, crashed], 0],
  ['a run that came to its end before one that could not be started', [refused, blocked], 1],
  ['a crash, where there is nothing else', [crashed], 1],
  ['a start that failed, where there is nothing else', [crashed, blocked], 3],
  ['nothing, if the only run was cut short', [stopped], null],
  ['the run before one that was cut short', [refused, stopped], 1],
])('a session ends with %s', (_, runs, code) => {
  expect(codeAfter(...runs)).toBe(code);
});
