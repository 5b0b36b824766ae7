import { snapshotId } from '../agents/snapshot.ts';
import { costModelSha256 } from '../engine/costDigest.ts';
import { withShortBorrow } from '../engine/costFile.ts';
import type { CostModel } from '../engine/costModel.ts';
import { declarationLines } from '../faults/declaration.ts';
import type { FaultPlan } from '../faults/plan.ts';
import { scheduleFor } from '../faults/schedule.ts';
import type { FaultTask, Task } from '../harness/attempt.ts';
import { ENGINE_VERSION } from '../harness/engineVersion.ts';
import type { Digests } from '../harness/events.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import type { Dataset, Window } from '../market/dataset.ts';
import { datasetSha256 } from '../market/digest.ts';
import { type AgentFlags, type AgentSource, agentSource } from './agentSource.ts';
import type { Io } from './command.ts';
import type { LoadedConfig } from './config.ts';
import { loadCosts } from './loadCosts.ts';
import { loadDataset } from './loadDataset.ts';
import { loadFaultPlan } from './loadFaultPlan.ts';
import { parseNumberOption, parseTimeoutOption } from './options.ts';

/** Flags that fix what is run, but for the cell; they override the configuration. */
export interface SettingFlags extends AgentFlags {
  readonly config?: string;
  readonly data?: string;
  readonly masked?: boolean;
  readonly fundamentals?: string;
  readonly news?: string;
  readonly costs?: string;
  readonly shortBorrowBps?: string;
  readonly decideTimeout?: string;
  readonly faultPlan?: string;
}

/** What the runs of one command share: everything but window and seed. */
export interface RunSetting {
  readonly dataset: Dataset;
  /** Windows that are run if none is asked for. Throws a UsageError for too few bars. */
  readonly windows: () => readonly Window[];
  readonly costs: CostModel;
  readonly costsName: string;
  readonly source: AgentSource;
  readonly snapshotId: string;
  readonly digests: Digests;
  readonly decideTimeoutMs: number;
  readonly notices: readonly Diagnostic[];
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
  const costsName = flags.costs ?? config?.values.costs ?? 'typical';
  const profile = await loadCosts(costsName, baseOf(flags.costs, config, io));
  const costs =
    flags.shortBorrowBps === undefined
      ? profile
      : withShortBorrow(profile, parseNumberOption('--short-borrow-bps', flags.shortBorrowBps));
  const { dataset, notices, windows } = await loadDataset(flags.data ?? config?.values.data, {
    cwd: baseOf(flags.data, config, io),
    ...(flags.masked === true && { masked: true }),
    ...(flags.fundamentals !== undefined && { fundamentals: flags.fundamentals }),
    ...(flags.news !== undefined && { news: flags.news }),
  });
  const source = await agentSource(flags, {
    cwd: io.cwd,
    env: io.env,
    config,
    symbols: dataset.symbols,
  });
  const planFile = flags.faultPlan ?? config?.values.faultPlan;
  return {
    dataset,
    windows,
    costs,
    costsName,
    source,
    snapshotId: snapshotOf(source, io, config),
    digests: {
      dataset_sha256: datasetSha256(dataset),
      cost_model_sha256: costModelSha256(costs),
      engine_version: ENGINE_VERSION,
      ...(dataset.sidecars !== null && { sidecars: dataset.sidecars.digests }),
    },
    decideTimeoutMs,
    notices: [...source.notices, ...notices],
    faultPlan:
      planFile === undefined ? null : await loadFaultPlan(planFile, baseOf(flags.faultPlan, config, io)),
  };
}

/** One cell as a task; its agent is fresh for every attempt. */
export function taskOf(setting: RunSetting, cell: { readonly window: Window; readonly seed: bigint }): Task {
  const { dataset, costs, source } = setting;
  return {
    inputs: { dataset, costs, window: cell.window, seed: cell.seed },
    agent: source.identity,
    startAgent: (signal) => source.start(signal),
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
const SCRIPT = 'script:';

function snapshotOf({ identity }: AgentSource, io: Io, config: LoadedConfig | null): string {
  const { id, command } = identity;
  if (command.length > 0) return snapshotId(command, config?.folder ?? io.cwd, config?.folder ?? null);
  // A script is played by the kit, and its content is the file's.
  const isScript = identity.transport === 'in-process' && id.startsWith(SCRIPT);
  return isScript ? snapshotId([SCRIPT, id.slice(SCRIPT.length)], io.cwd, null) : NO_SNAPSHOT;
}

/** Paths on the command line start from the working directory, those in the file from its folder. */
function baseOf(flag: string | undefined, config: LoadedConfig | null, io: Io): string {
  return flag === undefined && config !== null ? config.folder : io.cwd;
}
