import { guessLanguage } from '../agents/language.ts';
import { wrapAgent } from '../agents/wrapAgent.ts';
import { sourceHints } from '../determinism/hints/sourceHints.ts';
import { DoubleRun, type DoubleRunContext, type Doubling } from '../determinism/twin/doubleRun.ts';
import { processFactors, still } from '../determinism/twin/factors.ts';
import type { StartIn } from '../determinism/twin/openAgent.ts';
import { type PristineFolder, pristineFolder } from '../determinism/twin/pristineFolder.ts';
import { RepeatedRun } from '../determinism/twin/repeatedRun.ts';
import { SecondRun } from '../determinism/twin/secondRun.ts';
import { varietyHere } from '../determinism/twin/variety.ts';
import { folderState, writtenFiles } from '../determinism/twin/writtenFiles.ts';
import { Controls } from '../harness/controls.ts';
import type { RunEvent, RunReport } from '../harness/events.ts';
import { runSession } from '../harness/session.ts';
import type { Task } from '../harness/task.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import type { AgentSource } from './agentSource.ts';
import type { Io } from './command.ts';
import type { LoadedConfig } from './config.ts';
import { newSessionId } from './sessionId.ts';
import { version } from './version.ts';

export interface Doubled {
  readonly task: Task;
  /** Removes what the double run put on disk. */
  dispose(): Promise<void>;
}

export interface DoubledParts {
  readonly source: AgentSource;
  readonly config: LoadedConfig | null;
  readonly controls: Controls;
  readonly io: Io;
  /** How often; absent for once. `tell` hears of each double run that is complete. */
  readonly repeat?: { readonly times: number; readonly tell: (event: RunEvent) => void };
}

/**
 * The task with every attempt run twice (page 4.4): a child process in lock-step with
 * one in varied surroundings, an endpoint once more after the run. A function of the
 * kit's own is run once, as it was.
 */
export async function doubled(task: Task, parts: DoubledParts): Promise<Doubled> {
  const interrupt = new AbortController();
  const release = parts.controls.onInterrupt(() => interrupt.abort());
  const maker = await makerOf(task, parts, interrupt.signal);
  if (maker === null) return { task, dispose: async () => void release() };
  const first = maker.make({ isFirst: true, explains: true });
  const run =
    parts.repeat === undefined
      ? first
      : new RepeatedRun({
          asked: parts.repeat.times,
          first,
          again: (explains) => maker.make({ isFirst: false, explains }),
          play: (again) => playedAlone(twice(task, again), interrupt.signal),
          interrupt: interrupt.signal,
          tell: parts.repeat.tell,
        });
  const environment = parts.source.environment?.(parts.source.startIn === undefined ? {} : still.env);
  const told = environment === undefined ? task : { ...task, environment };
  return { task: twice(told, run), dispose: () => maker.dispose().finally(release) };
}

function twice(task: Task, run: Doubling): Task {
  return {
    ...task,
    startAgent: (signal) => run.start(signal),
    doubleRun: () => run.report(),
    twin: run.announcement,
  };
}

/** Runs a task to its report, and tells nobody. */
async function playedAlone(task: Task, interrupt: AbortSignal): Promise<RunReport> {
  const controls = new Controls();
  const stop = (): void => void controls.accept({ kind: 'stop', reason: 'interrupted' });
  interrupt.addEventListener('abort', stop, { once: true });
  try {
    return await runSession({
      sessionId: newSessionId(),
      kit: version,
      task,
      retries: 0,
      controls,
      emit: () => {},
      clock: () => performance.now(),
    });
  } finally {
    interrupt.removeEventListener('abort', stop);
  }
}

/** Makes the double runs of one task: the first one, and those that only repeat it. */
interface Maker {
  readonly make: (which: { readonly isFirst: boolean; readonly explains: boolean }) => Doubling;
  readonly dispose: () => Promise<void>;
}

/** Null for an agent that is a function. */
async function makerOf(task: Task, parts: DoubledParts, interrupt: AbortSignal): Promise<Maker | null> {
  const { startIn, openEndpoint, identity } = parts.source;
  const context = contextOf(task, parts, interrupt);
  if (startIn !== undefined) return twinMaker(startIn, parts, context);
  if (openEndpoint === undefined) return null;
  const isManaged = identity.command.length > 0;
  return {
    make: ({ explains }) =>
      new SecondRun({ ...context, explains, open: (signal) => openEndpoint(signal), isManaged }),
    dispose: async () => {},
  };
}

type Context = Omit<DoubleRunContext, 'explains'>;

function contextOf(task: Task, { source, config, io }: DoubledParts, interrupt: AbortSignal): Context {
  return {
    observed: observedSymbols(task.inputs.dataset.symbols),
    budgetMs: task.decideTimeoutMs,
    interrupt,
    clock: () => performance.now(),
    hints: ({ factors, kind }) =>
      sourceHints({
        command: source.identity.command,
        cwd: config?.folder ?? io.cwd,
        folder: config?.folder ?? null,
        causes: kind === 'factor' ? factors : [kind],
      }),
  };
}

async function twinMaker(
  startIn: NonNullable<AgentSource['startIn']>,
  { source, config, io }: DoubledParts,
  context: Context,
): Promise<Maker> {
  const folder = config?.folder ?? io.cwd;
  // Only an agent with a folder of its own has one that can be copied as a whole.
  const [pristine, variety] = await Promise.all([
    config === null ? null : pristineFolder(folder),
    varietyHere(io.env, guessLanguage(source.identity.command).id),
  ]);
  return {
    make: ({ isFirst, explains }) =>
      new DoubleRun({
        ...context,
        explains,
        asksLater: isFirst,
        start: starterIn(startIn, pristine),
        factors: processFactors({ ...variety, hasCopy: pristine !== null }),
        watchFolder: async () => {
          const before = await folderState(folder);
          return async () => writtenFiles(before, await folderState(folder));
        },
      }),
    dispose: async () => pristine?.remove(),
  };
}

/** Starts agents in their surroundings; a copy of the folder goes with the agent that ran in it. */
function starterIn(startIn: NonNullable<AgentSource['startIn']>, pristine: PristineFolder | null): StartIn {
  return async ({ env, folder }) => {
    if (folder === 'own' || pristine === null) return startIn({ env });
    const copy = await pristine.copy();
    const agent = await startIn({ env, cwd: copy.path });
    return wrapAgent(agent, {
      close: async () => {
        const exit = await agent.close();
        await copy.remove();
        return exit;
      },
    });
  };
}
