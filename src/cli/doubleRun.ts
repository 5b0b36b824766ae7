import { DoubleRun } from '../determinism/twin/doubleRun.ts';
import type { FactorId, Surroundings } from '../determinism/twin/factors.ts';
import { type PristineFolder, pristineFolder } from '../determinism/twin/pristineFolder.ts';
import type { Task } from '../harness/attempt.ts';
import type { Controls } from '../harness/controls.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import type { AgentSource } from './agentSource.ts';
import type { LoadedConfig } from './config.ts';

export interface Doubled {
  readonly task: Task;
  /** Removes what the double run put on disk. */
  dispose(): Promise<void>;
}

/**
 * The task with every attempt run twice, in lock-step and in varied surroundings (page
 * 4.4). An agent whose process the kit does not start is run once, as it was.
 */
export async function doubled(
  task: Task,
  source: AgentSource,
  config: LoadedConfig | null,
  controls: Controls,
): Promise<Doubled> {
  const { startIn } = source;
  if (startIn === undefined) return { task, dispose: async () => {} };
  // Only an agent with a folder of its own has one that can be copied as a whole.
  const copy = config === null ? null : await pristineFolder(config.folder);
  const run = new DoubleRun({
    start: (surroundings) => startIn({ env: surroundings.env, ...folderOf(surroundings, copy) }),
    factors: factorsHere(copy),
    observed: observedSymbols(task.inputs.dataset.symbols),
    budgetMs: task.decideTimeoutMs,
    isInterrupted: () => controls.interrupted,
    clock: () => performance.now(),
  });
  return {
    task: { ...task, startAgent: (signal) => run.start(signal), doubleRun: () => run.report() },
    dispose: async () => copy?.remove(),
  };
}

function folderOf({ folder }: Surroundings, copy: PristineFolder | null): { cwd?: string } {
  return folder === 'pristine' && copy !== null ? { cwd: copy.path } : {};
}

function factorsHere(copy: PristineFolder | null): FactorId[] {
  const everywhere: FactorId[] = ['hash-seed', 'time-zone', 'locale', 'pacing', 'time'];
  return copy === null ? everywhere : [...everywhere, 'folder'];
}
