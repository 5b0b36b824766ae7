import { costModelSha256 } from '../engine/costDigest.ts';
import { withShortBorrow } from '../engine/costFile.ts';
import type { CostModel } from '../engine/costModel.ts';
import { ENGINE_VERSION } from '../harness/engineVersion.ts';
import type { Digests } from '../harness/events.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { Dataset, Window } from '../market/dataset.ts';
import { datasetSha256 } from '../market/digest.ts';
import type { Io } from './command.ts';
import type { LoadedConfig } from './config.ts';
import { loadCosts } from './loadCosts.ts';
import { loadDataset } from './loadDataset.ts';
import { parseNumberOption } from './options.ts';

/** Flags that fix what every agent is shown and charged; they override the configuration. */
export interface MarketFlags {
  readonly data?: string;
  readonly masked?: boolean;
  readonly fundamentals?: string;
  readonly news?: string;
  readonly costs?: string;
  readonly shortBorrowBps?: string;
}

/** Data and costs, without an agent. */
export interface ResolvedMarket {
  readonly dataset: Dataset;
  /** Windows that are run if none is asked for. Throws a UsageError for too few bars. */
  readonly windows: () => readonly Window[];
  readonly costs: CostModel;
  readonly costsName: string;
  readonly digests: Digests;
  readonly notices: readonly Diagnostic[];
}

/** From flags and files to data and costs. Throws a UsageError for anything wrong. */
export async function resolveMarket(
  flags: MarketFlags,
  config: LoadedConfig | null,
  io: Io,
): Promise<ResolvedMarket> {
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
  return {
    dataset,
    windows,
    costs,
    costsName,
    digests: {
      dataset_sha256: datasetSha256(dataset),
      cost_model_sha256: costModelSha256(costs),
      engine_version: ENGINE_VERSION,
      ...(dataset.sidecars !== null && { sidecars: dataset.sidecars.digests }),
    },
    notices,
  };
}

/** Paths on the command line start from the working directory, those in the file from its folder. */
export function baseOf(flag: string | undefined, config: LoadedConfig | null, io: Io): string {
  return flag === undefined && config !== null ? config.folder : io.cwd;
}
