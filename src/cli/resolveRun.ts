import { snapshotId } from '../agents/snapshot.ts';
import { costModelSha256 } from '../engine/costDigest.ts';
import { withShortBorrow } from '../engine/costFile.ts';
import type { Task } from '../harness/attempt.ts';
import { ENGINE_VERSION } from '../harness/engineVersion.ts';
import { limits } from '../kernel/limits.ts';
import { datasetSha256 } from '../market/digest.ts';
import { parseWindow } from '../market/windows.ts';
import { type AgentFlags, agentSource } from './agentSource.ts';
import type { Io } from './command.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { loadCosts } from './loadCosts.ts';
import { loadDataset } from './loadDataset.ts';
import { parseNumberOption, parseSeedOption, parseTimeoutOption } from './options.ts';
import { reproduction } from './reproduction.ts';

/** Flags that fix what is run; they override the configuration. */
export interface RunFlags extends AgentFlags {
  readonly config?: string;
  readonly data?: string;
  readonly masked?: boolean;
  readonly fundamentals?: string;
  readonly news?: string;
  readonly window?: string;
  readonly seed?: string;
  readonly costs?: string;
  readonly shortBorrowBps?: string;
  readonly decideTimeout?: string;
}

/** Everything that fixes one run, as values. */
export interface ResolvedRun {
  readonly task: Task;
  /** The command that runs this again. */
  readonly reproduction: string;
}

/** From flags and files to values. Throws a UsageError for anything wrong; starts nothing. */
export async function resolveRun(flags: RunFlags, io: Io): Promise<ResolvedRun> {
  const config = await loadConfig(flags.config, io.cwd);
  const seed = parseSeedOption(flags.seed ?? String(config?.values.seeds?.[0] ?? '0'));
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
  const windowText = flags.window ?? config?.values.windows?.[0];
  const window = windowText === undefined ? windows()[0]! : parseWindow(windowText, dataset.dates.length);
  const { command } = source.identity;
  return {
    task: {
      inputs: { dataset, costs, window, seed },
      agent: source.identity,
      startAgent: (signal) => source.start(signal),
      snapshotId: command.length === 0 ? NO_SNAPSHOT : snapshotOf(command, io, config),
      digests: {
        dataset_sha256: datasetSha256(dataset),
        cost_model_sha256: costModelSha256(costs),
        engine_version: ENGINE_VERSION,
        ...(dataset.sidecars !== null && { sidecars: dataset.sidecars.digests }),
      },
      costsName,
      decideTimeoutMs,
      notices: [...source.notices, ...notices],
    },
    reproduction: reproduction(flags, { window, seed, costsName }),
  };
}

/** An agent without content of its own: built in, or an endpoint that somebody else runs. */
const NO_SNAPSHOT = 'none';

function snapshotOf(command: readonly string[], io: Io, config: LoadedConfig | null): string {
  return snapshotId(command, config?.folder ?? io.cwd, config?.folder ?? null);
}

/** Paths on the command line start from the working directory, those in the file from its folder. */
function baseOf(flag: string | undefined, config: LoadedConfig | null, io: Io): string {
  return flag === undefined && config !== null ? config.folder : io.cwd;
}
