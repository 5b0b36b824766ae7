import { join, relative } from 'node:path';
import type { RunEvent, RunReport } from '../../harness/events.ts';
import { systemErrorCode } from '../../harness/systemError.ts';
import type { Onlooker } from '../../harness/task.ts';
import { invariant } from '../../kernel/invariant.ts';
import { printable } from '../../kernel/printable.ts';
import { styleFor, usesColor } from '../../reporters/style.ts';
import { verdictLine } from '../../reporters/text/summary.ts';
import type { Effect } from '../../ui/model/keys.ts';
import type { RunMarket } from '../../ui/model/runLog.ts';
import { wordsOf } from '../catalogue.ts';
import type { ExitCode, Io } from '../command.ts';
import { reportExitCode } from '../exitCode.ts';
import { exportRecord } from './exportRecord.ts';
import { type LiveFlags, type LiveSession, openLiveSession } from './liveSession.ts';

/** What a live session is shown on. */
export interface Screen extends Onlooker {
  take(event: RunEvent): void;
  /** Whether a run goes on that could be paused. */
  readonly isUnderWay: boolean;
  /** A line for the person. */
  say(message: string): void;
  /** Hands the terminal back until the process is continued. */
  suspend(): void;
  /** Leaves the terminal as it was. */
  close(): void;
}

/** Runs live on a terminal until the person leaves (page 8.3). */
export async function simulateOnScreen(
  flags: LiveFlags & { readonly watch?: boolean },
  io: Io,
): Promise<ExitCode> {
  let screen: Screen | null = null;
  let last: RunReport | null = null;
  const session = await openLiveSession(flags, io, {
    watch: flags.watch === false ? false : 'possibly',
    onlooker: { isDue: () => screen?.isDue() ?? false, look: () => screen?.look() },
    tellsStderr: true,
    emit: (event) => {
      if (event.type === 'run_report') last = event;
      screen?.take(event);
    },
  });
  screen = await openScreen(session, io, {
    onEffect: (effect, shown) => carryOut(effect, { session, screen: shown, io, last }),
  });
  try {
    return await session.run();
  } finally {
    screen.close();
    for (const line of farewell(session, last, io)) io.stdout.write(`${line}\n`);
  }
}

async function openScreen(
  session: LiveSession,
  io: Io,
  { onEffect }: { readonly onEffect: (effect: Effect, screen: Screen) => void },
): Promise<Screen> {
  // React's development build checks itself at every frame.
  process.env.NODE_ENV ??= 'production';
  const isSpoken = io.env.INK_SCREEN_READER === 'true';
  const [{ Terminal }, { colors, monochrome }] = await Promise.all([
    import('../../ui/screen/terminal.ts'),
    import('../../ui/text/paint.ts'),
  ]);
  const isColored = usesColor({ isTTY: true, env: io.env, color: io.color });
  const parts = {
    terminal: new Terminal(io.stdin as NodeJS.ReadStream, io.stdout as NodeJS.WriteStream),
    palette: isColored ? colors : monochrome,
    wordsOf,
    marketOf: () => marketOf(session),
    controls: session.controls,
    clock: () => performance.now(),
    onEffect: (effect: Effect) => onEffect(effect, screen),
    onLook: (steps: number | null) => session.lookAt(steps === null ? null : steps - 1),
  };
  const screen: Screen = isSpoken
    ? new (await import('../../ui/screen/spokenScreen.ts')).SpokenScreen(parts)
    : new (await import('../../ui/screen/liveScreen.ts')).LiveScreen(parts);
  return screen;
}

function marketOf({ task, choices }: LiveSession): RunMarket {
  invariant(task !== null, 'an attempt runs on a task');
  return {
    inputs: task.inputs,
    schedule: task.faults?.schedule ?? null,
    planName: choices.plan,
    catchUpTo: task.catchUpTo ?? null,
  };
}

interface Stage {
  readonly session: LiveSession;
  readonly screen: Screen;
  readonly io: Io;
  readonly last: RunReport | null;
}

/** What a key asks for, done. */
function carryOut(effect: Effect, { session, screen, io, last }: Stage): void {
  const { controls } = session;
  switch (effect.kind) {
    case 'toggle-pause':
      controls.accept({ kind: controls.mode === 'paused' ? 'resume' : 'pause' });
      return;
    case 'step':
      controls.accept({ kind: 'step' });
      return;
    case 'pace':
      controls.paceMs = effect.ms;
      return;
    case 'plan':
      if (session.choices.plans.length === 0)
        screen.say('no fault plan in this folder: sbdev faults new writes one');
      session.steer({ kind: 'plan', delta: 1 });
      return;
    case 'restart':
    case 'seed':
    case 'window':
    case 'double-run':
      session.steer(effect);
      return;
    case 'export':
      screen.say(exported(session, io, last));
      return;
    case 'suspend':
      suspend(session, screen);
      return;
    case 'interrupt':
      process.kill(process.pid, 'SIGINT');
      return;
    case 'quit':
      controls.accept({ kind: 'stop', reason: 'left by q' });
  }
}

/** Time goes on for an agent that is being waited for, so its answer comes in first. */
function suspend({ controls }: LiveSession, screen: Screen): void {
  if (controls.mode === 'running' && screen.isUnderWay) {
    controls.accept({ kind: 'pause' });
    screen.say('paused while you were away; space goes on');
  }
  setTimeout(() => screen.suspend(), SETTLE_MS);
}

const SETTLE_MS = 150;

function exported(session: LiveSession, io: Io, last: RunReport | null): string {
  if (session.record === null) return 'no record is kept, so there is nothing to export';
  try {
    const ended = last === null ? null : reportExitCode(last);
    const { folder } = exportRecord(
      session.record,
      join(io.cwd, '.sbdev', 'exports'),
      session.reproduction,
      ended,
    );
    return `exported to ${relative(io.cwd, folder)}; again: ${session.reproduction}`;
  } catch (error) {
    return `not exported: ${systemErrorCode(error)}`;
  }
}

/** What is left on the terminal: how the last run ended, its record, and the command for it. */
function farewell(session: LiveSession, last: RunReport | null, io: Io): string[] {
  const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
  return [
    last === null ? 'no run was completed' : verdictLine(last, last.book.steps, style),
    ...(session.record === null ? [] : [style.dim(`record  ${printable(relative(io.cwd, session.record))}`)]),
    style.dim(`again   ${printable(session.reproduction)}`),
  ];
}
