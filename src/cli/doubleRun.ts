import { guessLanguage } from '../agents/language.ts';
import { sourceHints } from '../determinism/hints/sourceHints.ts';
import { DoubleRun, type DoubleRunContext } from '../determinism/twin/doubleRun.ts';
import { processFactors, type Surroundings } from '../determinism/twin/factors.ts';
import { type PristineFolder, pristineFolder } from '../determinism/twin/pristineFolder.ts';
import { SecondRun } from '../determinism/twin/secondRun.ts';
import { varietyHere } from '../determinism/twin/variety.ts';
import { folderState, writtenFiles } from '../determinism/twin/writtenFiles.ts';
import type { Controls } from '../harness/controls.ts';
import type { Task } from '../harness/task.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import type { AgentSource } from './agentSource.ts';
import type { Io } from './command.ts';
import type { LoadedConfig } from './config.ts';

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
}

/**
 * The task with every attempt run twice (page 4.4): a child process in lock-step with
 * one in varied surroundings, an endpoint once more after the run. A function of the
 * kit's own is run once, as it was.
 */
export async function doubled(task: Task, parts: DoubledParts): Promise<Doubled> {
  const { source, config, io } = parts;
  const interrupt = new AbortController();
  const release = parts.controls.onInterrupt(() => interrupt.abort());
  const folder = config?.folder ?? io.cwd;
  const { command } = source.identity;
  const context: DoubleRunContext = {
    observed: observedSymbols(task.inputs.dataset.symbols),
    budgetMs: task.decideTimeoutMs,
    interrupt: interrupt.signal,
    clock: () => performance.now(),
    hints: ({ factors, kind }) =>
      sourceHints({
        command,
        cwd: folder,
        folder: config?.folder ?? null,
        causes: kind === 'factor' ? factors : [kind],
      }),
  };
  const { startIn, openEndpoint } = source;
  if (startIn !== undefined) {
    const { run, dispose } = await twinRun(startIn, folder, parts, context);
    return { task: twice(task, run), dispose: () => dispose().finally(release) };
  }
  if (openEndpoint === undefined) return { task, dispose: async () => void release() };
  const run = new SecondRun({
    ...context,
    open: (signal) => openEndpoint(signal),
    isManaged: command.length > 0,
  });
  return { task: twice(task, run), dispose: async () => void release() };
}

function twice(task: Task, run: DoubleRun | SecondRun): Task {
  return {
    ...task,
    startAgent: (signal) => run.start(signal),
    doubleRun: () => run.report(),
    twin: run.announcement,
  };
}

async function twinRun(
  startIn: NonNullable<AgentSource['startIn']>,
  folder: string,
  { source, config, io }: DoubledParts,
  context: DoubleRunContext,
): Promise<{ run: DoubleRun; dispose: () => Promise<void> }> {
  // Only an agent with a folder of its own has one that can be copied as a whole.
  const [pristine, variety] = await Promise.all([
    config === null ? null : pristineFolder(folder),
    varietyHere(io.env, guessLanguage(source.identity.command).id),
  ]);
  const run = new DoubleRun({
    ...context,
    start: async (surroundings) =>
      startIn({ env: surroundings.env, ...(await folderFor(surroundings, pristine)) }),
    factors: processFactors({ ...variety, hasCopy: pristine !== null }),
    watchFolder: async () => {
      const before = await folderState(folder);
      return async () => writtenFiles(before, await folderState(folder));
    },
  });
  return { run, dispose: async () => pristine?.remove() };
}

async function folderFor(
  { folder }: Surroundings,
  pristine: PristineFolder | null,
): Promise<{ readonly cwd?: string }> {
  return folder === 'pristine' && pristine !== null ? { cwd: await pristine.copy() } : {};
}
