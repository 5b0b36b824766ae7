import { describe, expect, test } from 'vitest';
import { inProcessAgent } from '../../src/agents/inProcess.ts';
import { Controls, type PendingSteer } from '../../src/harness/controls.ts';
import type { RunEvent } from '../../src/harness/events.ts';
import { runOpenSession } from '../../src/harness/session.ts';
import type { Task } from '../../src/harness/task.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';
import { CannotRunError } from '../../src/kernel/errors.ts';
import { functionTask, inputsOf } from '../support/faults.ts';

const hold = { orders: [], reasoning: '' };
const inputs = inputsOf({ window: [20, 26] });

function task(snapshotId: string, rest: Partial<Task> = {}): Task {
  return { ...functionTask(inputs, null, () => hold), snapshotId, ...rest };
}

/** Cannot be started: a failure of the runtime. */
const unstartable = (snapshotId: string): Task =>
  task(snapshotId, {
    startAgent: async () => {
      throw new CannotRunError(diagnostic('spawn-failed', 'error', {}, { found: 'agent' }));
    },
  });

interface Played {
  readonly events: RunEvent[];
  readonly steers: (PendingSteer | null)[];
}

/** An open session over the tasks given, one for each question for the next; it is stopped when they run out. */
async function played(
  tasks: readonly (Task | null)[],
  onEvent: (event: RunEvent, controls: Controls, events: readonly RunEvent[]) => void,
  retries = 0,
): Promise<Played> {
  const events: RunEvent[] = [];
  const steers: (PendingSteer | null)[] = [];
  const controls = new Controls((accepted) =>
    emit({ type: 'control_accepted', control_id: accepted.controlId, control: accepted.control }),
  );
  const emit = (event: RunEvent): void => {
    events.push(event);
    onEvent(event, controls, events);
  };
  await runOpenSession({
    sessionId: 's',
    kit: 'test',
    nextTask: async (steer) => {
      steers.push(steer);
      const next = tasks[steers.length - 1];
      if (next === undefined) controls.accept({ kind: 'stop', reason: 'out of tasks' });
      if (next === null) setImmediate(() => controls.accept(save));
      return next ?? null;
    },
    retries,
    controls,
    emit,
    clock: () => performance.now(),
  });
  return { events, steers };
}

const save = { kind: 'steer', reason: 'saved', by: 'edit' } as const;
const ask = { kind: 'steer', reason: 'asked', by: 'request' } as const;
const typesOf = ({ events }: Played): string[] =>
  events
    .map((each) => each.type)
    .filter((type) => type !== 'turn' && type !== 'finding' && type !== 'run_started');
/** Steers after every report, and after every stall that ended a generation without one. */
const onEachEnd = (control: typeof save | typeof ask) => (event: RunEvent, controls: Controls) => {
  const isEnd =
    event.type === 'run_report' ||
    (event.type === 'stall' &&
      event.action?.kind === 'stop' &&
      event.action.cause === 'unchanged-repetition');
  if (isEnd) queueMicrotask(() => controls.accept(control));
};

describe('a session that outlives its runs', () => {
  test('tells a report for every generation that ends, lists its own attempts in it, and waits', async () => {
    const session = await played([task('a'), unstartable('b'), task('c')], onEachEnd(save), 1);
    expect(typesOf(session)).toStrictEqual([
      ...['generation_started', 'attempt_started', 'attempt_ended', 'run_report', 'control_accepted'],
      ...[
        'generation_started',
        'attempt_started',
        'attempt_ended',
        'stall',
        'attempt_started',
        'attempt_ended',
      ],
      ...['stall', 'run_report', 'control_accepted'],
      ...['generation_started', 'attempt_started', 'attempt_ended', 'run_report', 'control_accepted'],
      'control_accepted',
    ]);
    const reports = session.events.filter((each) => each.type === 'run_report');
    expect(reports.map(({ stop }) => stop.status)).toStrictEqual(['done', 'blocked', 'done']);
    expect(reports.map(({ attempts }) => attempts.map((each) => each.attempt_id))).toStrictEqual([
      ['g1.a1'],
      ['g2.a1', 'g2.a2'],
      ['g3.a1'],
    ]);
  });

  test('a stall ends a generation and never the session; a changed repair recovers', async () => {
    const session = await played([unstartable('a'), unstartable('a'), task('b')], onEachEnd(save));
    expect(typesOf(session)).toStrictEqual([
      ...[
        'generation_started',
        'attempt_started',
        'attempt_ended',
        'stall',
        'run_report',
        'control_accepted',
      ],
      ...['generation_started', 'stall', 'control_accepted'],
      ...['generation_started', 'attempt_started', 'attempt_ended', 'run_report', 'control_accepted'],
      'control_accepted',
    ]);
  });

  test('what a person asks for is run, unchanged or not', async () => {
    const session = await played([unstartable('a'), unstartable('a'), unstartable('a')], onEachEnd(ask), 1);
    const attempts = session.events.filter((each) => each.type === 'attempt_started');
    expect(attempts.map((each) => each.attempt_id)).toStrictEqual(['g1.a1', 'g1.a2', 'g2.a1', 'g3.a1']);
  });

  test('a superseded generation has no report, and the next begins when nothing of it lives', async () => {
    let alive = 0;
    const living = (snapshotId: string): Task =>
      task(snapshotId, {
        startAgent: async () => {
          expect(alive).toBe(0);
          alive += 1;
          const agent = inProcessAgent(() => hold);
          return {
            ...agent,
            decide: (presentation, budgetMs) => agent.decide(presentation, budgetMs),
            settleRefusal: () => agent.settleRefusal(),
            close: async () => {
              await new Promise((later) => setImmediate(later));
              alive = 0;
              return agent.close();
            },
          };
        },
      });
    const session = await played([living('a'), living('b')], (event, controls) => {
      if (event.type === 'turn' && event.step === 2 && event.evidence.task_generation === 1)
        controls.accept(save);
      if (event.type === 'run_report') queueMicrotask(() => controls.accept(save));
    });
    expect(typesOf(session).filter((type) => type === 'run_report')).toHaveLength(1);
    expect(
      session.events.filter((each) => each.type === 'attempt_ended').map((each) => each.outcome),
    ).toStrictEqual(['interrupted', 'passed']);
  });

  test('steers that come while a task is made join the one that is pending', async () => {
    let made = 0;
    const events: RunEvent[] = [];
    const controls = new Controls();
    await runOpenSession({
      sessionId: 's',
      kit: 'test',
      nextTask: async (steer) => {
        made += 1;
        if (steer !== null && made < 6) controls.accept(save);
        return task(String(made));
      },
      retries: 0,
      controls,
      emit: (event) => {
        events.push(event);
        if (event.type !== 'run_report') return;
        const isFirst = events.filter((each) => each.type === 'run_report').length === 1;
        queueMicrotask(() => controls.accept(isFirst ? save : { kind: 'stop', reason: 'q' }));
      },
      clock: () => 0,
    });
    const started = events.filter((each) => each.type === 'generation_started');
    expect(started.map((each) => [each.task_generation, each.snapshot_id, each.control_id])).toStrictEqual([
      [1, '1', null],
      [2, '6', 'control-5'],
    ]);
  });

  test('no task is no generation: it waits for a steer that has one', async () => {
    const session = await played([null, null, task('a')], onEachEnd(save));
    expect(typesOf(session)).toStrictEqual([
      ...['control_accepted', 'control_accepted'],
      ...['generation_started', 'attempt_started', 'attempt_ended', 'run_report', 'control_accepted'],
      'control_accepted',
    ]);
    expect(session.events.find((each) => each.type === 'generation_started')).toMatchObject({
      task_generation: 1,
      control_id: 'control-2',
    });
  });
});
