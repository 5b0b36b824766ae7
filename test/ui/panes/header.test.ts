import { describe, expect, it } from 'vitest';
import { type Control, Controls } from '../../../src/harness/controls.ts';
import { SessionLog } from '../../../src/ui/model/sessionLog.ts';
import { stateWords } from '../../../src/ui/panes/header.ts';
import { rotating, toldRun } from '../toldRun.ts';

const LAST = 79;

/** What the header says: as each step is asked for, and as what else is told. */
interface Said {
  readonly asked: readonly string[];
  /** By the type of the event. */
  readonly told: ReadonlyMap<string, string>;
  /** Once a turn waits for a person; then the run is stopped. */
  readonly held: { readonly text: string; readonly turns: number } | null;
}

/** A generation under controls, as the screen hears of it. */
async function generation(control: Control, catchUpTo: number): Promise<Said> {
  const asked: string[] = [];
  const told = new Map<string, string>();
  let session: SessionLog | null = null;
  let held: Said['held'] = null;
  const controls = new Controls();
  const text = (): string => stateWords({ session: session!, controls, nowMs: 0 }).text;
  const lookWhileHeld = (): void => {
    if (!controls.isHolding) return;
    held = { text: text(), turns: session!.run!.turns.length };
    controls.accept({ kind: 'stop', reason: 'seen' });
  };
  controls.accept(control);
  const answer = rotating();
  await toldRun(
    (step, seen) => {
      asked.push(text());
      return answer(step, seen);
    },
    {},
    {
      controls,
      catchUpTo,
      onEvent: (event, market) => {
        session ??= new SessionLog(() => market);
        session.take(event, 0);
        told.set(event.type, text());
        // Whatever holds the next turn does so before anything else can happen.
        if (event.type === 'turn') queueMicrotask(lookWhileHeld);
      },
    },
  );
  return { asked, told, held };
}

/** A step is told while the next one is thought about. */
const beginning = ['starting', 'starting'];

it('of a generation whose agent has not answered yet counts from its own start', async () => {
  const { events, market } = await toldRun(rotating());
  const session = new SessionLog(() => market);
  for (const event of events) session.take(event, 0);
  for (const event of events.slice(0, 3)) session.take(event, 60_000);
  const { text } = stateWords({ session, controls: new Controls(), nowMs: 62_000 });
  expect(text.trimEnd()).toBe('waiting for the first answer 2.0 s');
});

describe('the state of a generation that catches up', () => {
  it('is running up to the step that n asked for, and paused behind it', async () => {
    const { asked, held } = await generation({ kind: 'step' }, 12);
    expect(asked).toEqual([...beginning, ...Array(12).fill('running')]);
    expect(held).toEqual({ text: 'paused', turns: 14 });
  });

  it('is running in spite of a pause, and paused at the step that was looked at', async () => {
    const { asked, held } = await generation({ kind: 'pause' }, 12);
    expect(asked).toEqual([...beginning, ...Array(11).fill('running')]);
    expect(held).toEqual({ text: 'paused', turns: 13 });
  });

  it('is not paused while the agent ends behind the last step, though the next run will be', async () => {
    const { asked, told, held } = await generation({ kind: 'step' }, LAST - 1);
    expect(asked).toHaveLength(LAST + 1);
    expect(told.get('agent_ended')).toBe('running');
    expect(told.get('run_report')).toBe('passed');
    expect(held).toBeNull();
  });
});
