import { join } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { snapshotSize } from '../../agents/snapshot.ts';
import { peakMemoryBytes } from '../../agents/stdio/processTable.ts';
import type { StdioAgent } from '../../agents/stdio/stdioAgent.ts';
import { still } from '../../determinism/twin/factors.ts';
import type { FaultPlan } from '../../faults/plan.ts';
import type { Candidate } from '../../grading/bench.ts';
import type { AgentSource } from '../agentSource.ts';
import type { Io } from '../command.ts';
import type { LoadedConfig } from '../config.ts';
import { doubled } from '../doubleRun.ts';
import { reproduction } from '../reproduction.ts';
import { type RunSetting, type SettingFlags, snapshotOf, taskOf } from '../resolveSetting.ts';
import { AgentSupply } from '../sweep/agentSupply.ts';

export interface CandidateParts {
  readonly setting: RunSetting;
  readonly config: LoadedConfig | null;
  readonly flags: SettingFlags;
  readonly io: Io;
  readonly plans: ReadonlyMap<string, FaultPlan>;
  /** Where the file of a plan lies, for commands that run a cell again. */
  readonly planFile: (name: string) => string;
}

/** The agent of a setting as a grader sees it. */
export function candidateOf(parts: CandidateParts): Candidate {
  const { setting, config, flags, io, plans, planFile } = parts;
  const memory = new Memory();
  const source = metered(setting.source, memory);
  const { openEndpoint } = source;
  return {
    identity: source.identity,
    snapshotId: setting.snapshotId,
    mandate: config?.values.declaredMandate ?? null,
    market: {
      dataset: setting.dataset,
      costs: setting.costs,
      costsName: setting.costsName,
      digests: setting.digests,
    },
    decideTimeoutMs: setting.decideTimeoutMs,
    taskOf: (cell, supply) => {
      const faultPlan = cell.plan === null ? null : (plans.get(cell.plan) ?? null);
      const task = taskOf({ ...setting, source, faultPlan }, cell);
      return { ...task, startAgent: (signal) => supply.start(cell.index, signal) };
    },
    double: (task, controls) => doubled(task, { source, config, controls, io }),
    openSupply: () => {
      const agents = new AgentSupply(source);
      return {
        start: (cell, signal) => agents.start(cell, signal),
        spent: () => agents.spent(),
        takePeakMemory: () => memory.take(),
        close: () => agents.close(),
      };
    },
    start: (signal) =>
      source.startIn === undefined ? source.start(signal) : source.startIn({ env: still.env }),
    ...(openEndpoint && { openEndpoint: (signal: AbortSignal) => openEndpoint(signal) }),
    commandOf: (cell) =>
      reproduction(
        { ...flags, ...(cell.plan !== null && { faultPlan: planFile(cell.plan) }) },
        { window: cell.window, seed: cell.seed, costsName: setting.costsName },
      ),
    currentSnapshot: () => snapshotOf(setting.source, io, config),
    sourceSize: () => snapshotSize(source.identity.command, config?.folder ?? io.cwd, config?.folder ?? null),
  };
}

/** The most that any agent has had in use since it was last asked. */
class Memory {
  #peak: number | null = null;

  note(pid: number | null | undefined): void {
    const bytes = pid === null || pid === undefined ? null : peakMemoryBytes(pid);
    if (bytes !== null) this.#peak = Math.max(this.#peak ?? 0, bytes);
  }

  take(): number | null {
    const peak = this.#peak;
    this.#peak = null;
    return peak;
  }
}

/** The source with every agent looked at just before it is closed: a peak stands until its process ends. */
function metered(source: AgentSource, memory: Memory): AgentSource {
  const { startIn, openEndpoint } = source;
  return {
    ...source,
    start: async (signal) => watched(await source.start(signal), memory),
    ...(startIn && {
      startIn: async (surroundings: Parameters<typeof startIn>[0]) =>
        watched(await startIn(surroundings), memory) as StdioAgent,
    }),
    ...(openEndpoint && {
      openEndpoint: async (signal?: AbortSignal) => {
        const endpoint = await openEndpoint.call(source, signal);
        return {
          url: endpoint.url,
          agentForRun: () => watched(endpoint.agentForRun(), memory),
          close: () => endpoint.close(),
        };
      },
    }),
  };
}

/** The very agent, but for its end: who holds it may know more of it than an `Agent` says. */
function watched<Watched extends Agent>(agent: Watched, memory: Memory): Watched {
  const decide = agent.decide.bind(agent);
  const close = agent.close.bind(agent);
  let asked = 0;
  // An agent that ends by itself cannot be looked at afterwards: it is at its 1st, 2nd, 4th, ... answer, too.
  agent.decide = (presentation, budgetMs) => {
    const pending = decide(presentation, budgetMs);
    asked += 1;
    if ((asked & (asked - 1)) !== 0) return pending;
    return pending.then((answer) => {
      memory.note(agent.pid);
      return answer;
    });
  };
  agent.close = () => {
    memory.note(agent.pid);
    return close();
  };
  return agent;
}

/** The plan files of a record. */
export function planFileIn(record: string): (name: string) => string {
  return (name) => join(record, 'plans', `${name}.json`);
}
