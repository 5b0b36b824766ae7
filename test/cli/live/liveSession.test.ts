import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import type { Io } from '../../../src/cli/command.ts';
import { type LiveFlags, type LiveSession, openLiveSession } from '../../../src/cli/live/liveSession.ts';
import type { RunEvent } from '../../../src/harness/events.ts';
import { plainEnv, projectRoot, temporaryFolder } from '../../support/cli.ts';
import { agentFolder, config, fixtureText, save } from '../../support/watch.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

interface Stage {
  readonly session: LiveSession;
  readonly events: RunEvent[];
  readonly ended: Promise<number>;
  of<Type extends RunEvent['type']>(type: Type): EventOf<Type>[];
  /** Settles once there are n events of a type. */
  nth<Type extends RunEvent['type']>(type: Type, n: number): Promise<EventOf<Type>>;
  stop(): Promise<number>;
}

const open: Stage[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
});

async function stage(
  cwd: string,
  flags: Partial<LiveFlags>,
  options: { watch?: boolean | 'possibly'; before?: (session: LiveSession) => unknown } = {},
): Promise<Stage> {
  const events: RunEvent[] = [];
  const waiting = new Set<() => void>();
  const sink = () => new PassThrough().resume();
  const io: Io = {
    stdin: Readable.from([]),
    stdout: sink(),
    stderr: sink(),
    env: plainEnv(),
    cwd,
    color: false,
  };
  const all: LiveFlags = { record: false, retries: '0', doubleRun: false, window: '20:40', ...flags };
  const session = await openLiveSession(all, io, {
    watch: options.watch ?? false,
    emit: (event) => {
      events.push(event);
      for (const look of waiting) look();
    },
  });
  options.before?.(session);
  const ended = session.run();
  const of: Stage['of'] = (type) => events.filter((each) => each.type === type) as never;
  const made: Stage = {
    session,
    events,
    ended,
    of,
    nth: (type, n) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no ${type} ${n}: ${events.map((each) => each.type).join(' ')}`));
        }, 15_000);
        const look = (): void => {
          const found = of(type)[n - 1];
          if (found === undefined) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    stop: () => {
      session.controls.accept({ kind: 'stop', reason: 'left by q' });
      return ended;
    },
  };
  open.push(made);
  return made;
}

describe('what is chosen', () => {
  test('steers to the neighbouring seed and window, past the last to the first, each as a generation', async () => {
    const folder = temporaryFolder();
    config(folder, { windows: ['20:30', '30:45'], seeds: [3, 9] });
    const live = await stage(folder, { agent: 'momentum', window: undefined as never });
    await live.nth('run_report', 1);
    const asked = [
      [{ kind: 'seed', delta: 1 }, '20:30/9'],
      [{ kind: 'seed', delta: 1 }, '20:30/3'],
      [{ kind: 'seed', delta: -1 }, '20:30/9'],
      [{ kind: 'window', delta: -1 }, '30:45/9'],
      [{ kind: 'window', delta: 1 }, '20:30/9'],
    ] as const;
    for (const [at, [change, expected]] of asked.entries()) {
      live.session.steer(change);
      const { cell } = await live.nth('run_report', at + 2);
      expect(`${cell.window_start}:${cell.window_end}/${cell.seed}`).toBe(expected);
    }
    expect(live.session.choices).toMatchObject({ seeds: [3n, 9n], seed: 9n, window: { start: 20, end: 30 } });
    expect(live.of('control_accepted').map(({ control }) => control)).toMatchObject([
      { kind: 'steer', by: 'request', reason: 'seed 9' },
      { reason: 'seed 3' },
      { reason: 'seed 9' },
      { reason: 'window 30:45' },
      { reason: 'window 20:30' },
    ]);
    expect(live.session.reproduction).toBe(
      'sbdev simulate --agent momentum --window 20:30 --seed 9 --costs typical',
    );
  });

  test('a seed and a window of the command line stand among the others', async () => {
    const live = await stage(temporaryFolder(), { agent: 'hold', seed: '99', window: '25:35' });
    expect(live.session.choices).toMatchObject({
      seeds: [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 99n],
      seed: 99n,
      windows: [
        { start: 25, end: 35 },
        { start: 20, end: 100 },
        { start: 100, end: 180 },
      ],
    });
    live.session.steer({ kind: 'seed', delta: 1 });
    expect(live.session.choices.seed).toBe(0n);
  });

  test('fault plans are those of the folder that are some, and none', async () => {
    const folder = temporaryFolder();
    const plan = readFileSync(join(projectRoot, 'examples/faults/rate-limit.json'), 'utf8');
    mkdirSync(join(folder, 'faults'));
    save(folder, plan, 'b.json');
    save(folder, plan, 'faults/limit.json');
    save(folder, '{"not": "a plan"}', 'a.json');
    save(folder, '{', 'c.json');
    const live = await stage(folder, { agent: 'hold' });
    expect(live.session.choices).toMatchObject({ plans: ['b.json', 'faults/limit.json'], plan: null });
    await live.nth('run_report', 1);
    live.session.steer({ kind: 'plan', delta: 1 });
    expect((await live.nth('run_started', 2)).faults).toBeDefined();
    expect(live.session.reproduction).toContain('--fault-plan b.json');
    await live.nth('run_report', 2);
    live.session.steer({ kind: 'plan', delta: -1 });
    await live.nth('run_report', 3);
    expect(live.of('run_started').at(-1)!.faults).toBeUndefined();
  });

  test('where there is nothing else to choose a key does nothing', async () => {
    const live = await stage(temporaryFolder(), { agent: 'hold' });
    await live.nth('run_report', 1);
    live.session.steer({ kind: 'plan', delta: 1 });
    expect(live.of('control_accepted')).toHaveLength(0);
  });

  test('the double run is switched off and on between generations', async () => {
    const live = await stage(agentFolder(), { cmd: 'python3 agent.py', doubleRun: true, window: '20:24' });
    expect((await live.nth('run_report', 1)).double_run?.status).toBe('equal');
    live.session.steer({ kind: 'double-run' });
    expect((await live.nth('run_report', 2)).double_run).toBeUndefined();
    live.session.steer({ kind: 'double-run' });
    expect((await live.nth('run_report', 3)).double_run?.status).toBe('equal');
    expect(live.of('twin_started').map(({ mode }) => mode)).toStrictEqual(['lockstep', 'lockstep']);
  });
});

describe('W06 and invariant 4: a person', () => {
  test('gets an unchanged restart of an agent that failed, and one attempt with it', async () => {
    const live = await stage(
      agentFolder('exit_seven.py'),
      { cmd: 'python3 agent.py', retries: '1' },
      { watch: true },
    );
    await live.nth('run_report', 1);
    live.session.steer({ kind: 'restart' });
    await live.nth('run_report', 2);
    expect(live.of('attempt_started').map((each) => each.attempt_id)).toStrictEqual([
      'g1.a1',
      'g1.a2',
      'g2.a1',
    ]);
    const [first, second] = live.of('generation_started');
    expect(second!.snapshot_id).toBe(first!.snapshot_id);
    expect(live.of('stall').at(-1)!.action).toMatchObject({ kind: 'stop', cause: 'retries-exhausted' });
  });

  test('gets another seed of an agent that failed', async () => {
    const live = await stage(agentFolder('exit_seven.py'), { cmd: 'python3 agent.py' });
    await live.nth('run_report', 1);
    live.session.steer({ kind: 'seed', delta: 1 });
    expect((await live.nth('run_report', 2)).cell.seed).toBe(1n);
  });

  test('keeps a request that a save overtakes', async () => {
    const folder = agentFolder('exit_seven.py');
    const live = await stage(folder, { cmd: 'python3 agent.py' }, { watch: true });
    await live.nth('run_report', 1);
    const { controls } = live.session;
    controls.accept({ kind: 'steer', by: 'request', reason: 'restart' });
    controls.accept({ kind: 'steer', by: 'edit', reason: 'agent.py changed' });
    await live.nth('run_report', 2);
    expect(live.of('generation_started')).toHaveLength(2);
    expect(live.of('generation_started')[1]!.control_id).toBe('control-2');
  });
});

describe('the step that is looked at', () => {
  const edited = (n: number): string => `# ${n}\n${fixtureText('hold.py')}`;

  test('is caught up to by a reload of a paused session, which is paused again there', async () => {
    const folder = agentFolder();
    const live = await stage(folder, { cmd: 'python3 agent.py' }, { watch: true });
    const { session } = live;
    await live.nth('run_report', 1);
    session.controls.accept({ kind: 'pause' });
    session.lookAt(12);
    save(folder, edited(2));
    await live.nth('turn', 20 + 13);
    const compared = await live.nth('generations_compared', 1);
    expect(compared).toMatchObject({ before: 1, after: 2, steps_compared: 13, steps_different: 0 });
    session.controls.accept({ kind: 'step' });
    await live.nth('turn', 20 + 14);
    expect(live.of('turn')).toHaveLength(20 + 14);
    expect(session.controls.mode).toBe('paused');
    // Nothing was chosen: the newest step is the one that is seen.
    session.lookAt(null);
    save(folder, edited(3));
    await live.nth('turn', 20 + 14 + 14);
    session.controls.accept({ kind: 'resume' });
    const { book } = await live.nth('run_report', 2);
    expect(book.steps).toBe(20);
  });

  test('is not caught up to by a restart, which begins at the first', async () => {
    const live = await stage(agentFolder(), { cmd: 'python3 agent.py' });
    const { session } = live;
    await live.nth('run_report', 1);
    session.controls.accept({ kind: 'pause' });
    session.lookAt(12);
    session.steer({ kind: 'restart' });
    await live.nth('run_started', 2);
    session.controls.accept({ kind: 'step' });
    await live.nth('turn', 21);
    expect(live.of('turn').at(-1)!.step).toBe(0);
  });

  test('holds for another seed as for a reload', async () => {
    const live = await stage(temporaryFolder(), { agent: 'hold' });
    const { session } = live;
    await live.nth('run_report', 1);
    session.controls.accept({ kind: 'pause' });
    session.lookAt(4);
    session.steer({ kind: 'seed', delta: 1 });
    await live.nth('turn', 25);
    session.steer({ kind: 'seed', delta: 1 });
    await live.nth('turn', 30);
    expect(live.of('turn')).toHaveLength(30);
  });
});

describe('a pace', () => {
  test('holds turns, but not those that only catch up', async () => {
    const live = await stage(
      temporaryFolder(),
      { agent: 'hold' },
      { before: ({ controls }) => Object.assign(controls, { paceMs: 3_600_000 }) },
    );
    const { session } = live;
    await live.nth('turn', 1);
    session.lookAt(9);
    session.steer({ kind: 'seed', delta: 1 });
    await live.nth('turn', 11);
    expect(live.of('turn').map(({ step }) => step)).toStrictEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    session.controls.paceMs = 0;
    expect((await live.nth('run_report', 1)).book.steps).toBe(20);
  });
});

describe('what is followed', () => {
  test.each([
    ['an agent of the kit’s own in a folder of files', { agent: 'hold' }, true, 0],
    ['an agent in a folder without a file', { http: '127.0.0.1:1' }, false, 0],
    ['an agent that is a file', { cmd: 'python3 agent.py' }, true, 1],
  ] as const)('%s', async (_, flags, hasFile, watched) => {
    const folder = hasFile ? agentFolder() : temporaryFolder();
    const live = await stage(folder, flags, {
      watch: 'possibly',
      before: ({ controls }) => controls.accept({ kind: 'stop', reason: 'seen' }),
    });
    await live.ended;
    expect(live.of('watching').length).toBe(watched);
  });

  test('globs that match nothing are refused, whoever asked to watch', async () => {
    const folder = agentFolder();
    config(folder, { watch: ['src/**'], transport: { kind: 'stdio', command: ['python3', 'agent.py'] } });
    await expect(stage(folder, {}, { watch: 'possibly' })).rejects.toThrow('watch-matches-nothing');
  });
});

describe('how it ends', () => {
  test('by the last run that came to its end, 3 if none did', async () => {
    const passed = await stage(temporaryFolder(), { agent: 'hold' });
    await passed.nth('run_report', 1);
    expect(await passed.stop()).toBe(0);
    const nothing = await stage(
      temporaryFolder(),
      { agent: 'hold' },
      { before: ({ controls }) => controls.accept({ kind: 'stop', reason: 'at once' }) },
    );
    expect(await nothing.ended).toBe(3);
    expect(nothing.of('generation_started')).toHaveLength(0);
  });

  test('a paused run that is left says nothing; the one before it does', async () => {
    const live = await stage(agentFolder('unknown_key.py'), { cmd: 'python3 agent.py' });
    await live.nth('run_report', 1);
    live.session.controls.accept({ kind: 'pause' });
    live.session.steer({ kind: 'restart' });
    await live.nth('run_started', 2);
    expect(await live.stop()).toBe(1);
    expect(live.of('run_report').at(-1)!.stop).toMatchObject({ status: 'incomplete', reason: 'left by q' });
  });

  test('nothing is accepted after it', async () => {
    const live = await stage(temporaryFolder(), { agent: 'hold' });
    await live.nth('run_report', 1);
    await live.stop();
    live.session.steer({ kind: 'seed', delta: 1 });
    live.session.steer({ kind: 'restart' });
    expect(live.of('generation_started')).toHaveLength(1);
  });
});
