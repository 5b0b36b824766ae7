import { createHash } from 'node:crypto';
import { snapshotId } from '../../agents/snapshot.ts';
import type { Controls } from '../../harness/controls.ts';
import type { Task } from '../../harness/task.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import type { Io } from '../command.ts';
import { taskOf } from '../resolveSetting.ts';
import type { LiveChoices } from './choices.ts';
import type { LiveSetting } from './liveSetting.ts';

export interface LiveTaskParts {
  readonly controls: Controls;
  readonly io: Io;
  readonly probes: boolean;
}

export interface LiveTaskRequest {
  readonly live: LiveSetting;
  readonly choices: LiveChoices;
  /** Of the agent's files; null where none are followed. */
  readonly digest: string | null;
  readonly catchUpTo: number | null;
  /** What is to be said before the run. */
  readonly notices: readonly Diagnostic[];
}

/** Makes the task of each generation, and puts away what the one before it left on disk. */
export class LiveTasks {
  readonly #parts: LiveTaskParts;
  #dispose = async (): Promise<void> => {};
  #current: Task | null = null;

  constructor(parts: LiveTaskParts) {
    this.#parts = parts;
  }

  /** Null before the first. */
  get current(): Task | null {
    return this.#current;
  }

  async make(request: LiveTaskRequest): Promise<Task> {
    await this.dispose();
    const { live, choices, digest, catchUpTo, notices } = request;
    const { controls, io, probes } = this.#parts;
    const { source } = live.setting;
    const setting = {
      ...live.setting,
      faultPlan: choices.plan === null ? null : (live.plans.get(choices.plan) ?? null),
      ...(digest !== null && { snapshotId: snapshotOf(live, digest) }),
    };
    let task: Task = {
      ...taskOf(setting, { window: choices.window, seed: choices.seed }),
      notices,
      ...(catchUpTo !== null && { catchUpTo }),
    };
    if (choices.doubleRun) {
      const { doubled } = await import('../doubleRun.ts');
      const twice = await doubled(task, { source, config: live.config, controls, io });
      this.#dispose = twice.dispose;
      task = twice.task;
    }
    if (probes) {
      const { probed } = await import('../probes.ts');
      task = probed(task, source, controls);
    }
    this.#current = task;
    return task;
  }

  async dispose(): Promise<void> {
    const dispose = this.#dispose;
    this.#dispose = async () => {};
    await dispose();
  }
}

/** The agent's command, the content of all its files, and of what its build made (page 7). */
function snapshotOf({ config, folder, setting }: LiveSetting, digest: string): string {
  const { command } = setting.source.identity;
  const built = config?.values.build === undefined ? null : snapshotId(command, folder, null);
  const parts = JSON.stringify([command, digest, built]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}
