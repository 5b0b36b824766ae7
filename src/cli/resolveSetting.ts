import { snapshotId } from '../agents/snapshot.ts';
import { declarationLines } from '../faults/declaration.ts';
import type { FaultPlan } from '../faults/plan.ts';
import { scheduleFor } from '../faults/schedule.ts';
import type { FaultTask, Task } from '../harness/task.ts';
import { limits } from '../kernel/limits.ts';
import type { Window } from '../market/dataset.ts';
import { type AgentFlags, type AgentSource, agentSource, SCRIPT } from './agentSource.ts';
import type { Io } from './command.ts';
import type { LoadedConfig } from './config.ts';
import { loadFaultPlan } from './loadFaultPlan.ts';
import { parseTimeoutOption } from './options.ts';
import { baseOf, type MarketFlags, type ResolvedMarket, resolveMarket } from './resolveMarket.ts';

/** Flags that fix what is run, but for the cell; they override the configuration. */
export interface SettingFlags extends AgentFlags, MarketFlags {
  readonly config?: string;
  readonly decideTimeout?: string;
  readonly faultPlan?: string;
}

/** What the runs of one command share: everything but window and seed. */
export interface RunSetting extends ResolvedMarket {
  readonly source: AgentSource;
  readonly snapshotId: string;
  readonly decideTimeoutMs: number;
  /** Null runs without faults. */
  readonly faultPlan: FaultPlan | null;
}

/** From flags and files to values. Throws a UsageError for anything wrong; starts nothing. */
export async function resolveSetting(
  flags: SettingFlags,
  config: LoadedConfig | null,
  io: Io,
): Promise<RunSetting> {
  const decideTimeoutMs =
    flags.decideTimeout === undefined
      ? (config?.values.decideTimeoutMs ?? limits.decideTimeoutMs)
      : parseTimeoutOption(flags.decideTimeout);
  const market = await resolveMarket(flags, config, io);
  const source = await agentSource(flags, {
    cwd: io.cwd,
    env: io.env,
    config,
    symbols: market.dataset.symbols,
  });
  const planFile = flags.faultPlan ?? config?.values.faultPlan;
  return {
    ...market,
    source,
    snapshotId: snapshotOf(source, io, config),
    decideTimeoutMs,
    notices: [...source.notices, ...market.notices],
    faultPlan:
      planFile === undefined ? null : await loadFaultPlan(planFile, baseOf(flags.faultPlan, config, io)),
  };
}

/** One cell as a task; its agent is fresh for every attempt, and the only one. */
export function taskOf(setting: RunSetting, cell: { readonly window: Window; readonly seed: bigint }): Task {
  const { dataset, costs, source } = setting;
  return {
    inputs: { dataset, costs, window: cell.window, seed: cell.seed },
    agent: source.identity,
    startAgent: (signal) => source.start(signal, { isAlone: true }),
    ...(source.environment !== undefined && { environment: source.environment({}) }),
    snapshotId: setting.snapshotId,
    digests: setting.digests,
    costsName: setting.costsName,
    decideTimeoutMs: setting.decideTimeoutMs,
    doubleRun: null,
    faults: setting.faultPlan === null ? null : faultTask(setting.faultPlan, cell),
    notices: setting.notices,
  };
}

function faultTask(plan: FaultPlan, { window, seed }: { window: Window; seed: bigint }): FaultTask {
  const schedule = scheduleFor(plan, { windowStart: window.start, windowEnd: window.end, seed });
  return { schedule, declaration: declarationLines(plan) };
}

/** An agent without content of its own: built in, or an endpoint that somebody else runs. */
const NO_SNAPSHOT = 'none';

/** Names the agent's files and command as they are now. */
export function snapshotOf({ identity }: AgentSource, io: Io, config: LoadedConfig | null): string {
  const { id, command } = identity;
  if (command.length > 0) return snapshotId(command, config?.folder ?? io.cwd, config?.folder ?? null);
  // A script is played by the kit, and its content is the file's.
  const isScript = identity.transport === 'in-process' && id.startsWith(SCRIPT);
  return isScript ? snapshotId([SCRIPT, id.slice(SCRIPT.length)], io.cwd, null) : NO_SNAPSHOT;
}
