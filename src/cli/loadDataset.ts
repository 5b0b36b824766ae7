import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import type { Dataset, Window } from '../market/dataset.ts';
import { generatorNameOf, parseGeneratorSpec } from '../market/generatorSpec.ts';
import { generateDataset } from '../market/generators.ts';
import { maskDataset } from '../market/mask.ts';
import { isSampleName } from '../market/sampleNames.ts';
import { builtInSpec, builtInWindows, defaultWindows } from '../market/windows.ts';

export interface DataOptions {
  readonly masked?: boolean | undefined;
  /** Paths of sidecar files (page 3.4). */
  readonly fundamentals?: string | undefined;
  readonly news?: string | undefined;
  /** Where relative paths start. */
  readonly cwd: string;
}

export interface LoadedDataset {
  readonly dataset: Dataset;
  /** Warnings and notices about the data. */
  readonly notices: readonly Diagnostic[];
  /**
   * The windows that are run if none is asked for: those of page 2.8 by the number of
   * bars, but for the market that is used when no data is named, which has its own.
   * Throws `UsageError` (`too-few-bars`) below 40 bars.
   */
  windows(): readonly Window[];
}

/**
 * The dataset that `--data` names: nothing (the built-in market), a generator spec, a
 * sample that ships with the kit, or the path of a CSV file, in this order; `./calm`
 * is always a path. Throws `UsageError` for anything wrong with it.
 */
export async function loadDataset(spec: string | undefined, options: DataOptions): Promise<LoadedDataset> {
  const loaded = await loadPrices(spec ?? builtInSpec, options.cwd);
  const beside = await loadSidecars(loaded.dataset, options);
  const dataset = options.masked ? maskDataset(beside.dataset) : beside.dataset;
  const notices = [...loaded.notices, ...beside.notices];
  if (options.masked && dataset.sidecars !== null) notices.push(diagnostic('masked-sidecars', 'warning', {}));
  return {
    dataset,
    notices,
    windows: () => (spec === undefined ? builtInWindows : defaultWindows(dataset.dates.length)),
  };
}

interface Loaded {
  readonly dataset: Dataset;
  readonly notices: readonly Diagnostic[];
}

async function loadPrices(spec: string, cwd: string): Promise<Loaded> {
  if (generatorNameOf(spec) !== null && !isSampleName(spec)) {
    const dataset = generateDataset(parseGeneratorSpec(spec), spec);
    return { dataset, notices: noticeNotPositive(dataset) };
  }
  // What follows is loaded only when there is a file to read: it costs more than a short run.
  const { samplePath, readDataFile, readCsv, csvTokenizer } = await import('./dataFiles.ts');
  return readCsv(await readDataFile(samplePath(spec) ?? spec, cwd), spec, csvTokenizer);
}

async function loadSidecars(dataset: Dataset, options: DataOptions): Promise<Loaded> {
  if (options.fundamentals === undefined && options.news === undefined) return { dataset, notices: [] };
  const { readSidecarFile, withSidecars, csvTokenizer } = await import('./dataFiles.ts');
  const read = (name: string | undefined) => (name === undefined ? null : readSidecarFile(name, options.cwd));
  const [fundamentals, news] = await Promise.all([read(options.fundamentals), read(options.news)]);
  return withSidecars(dataset, { fundamentals, news }, csvTokenizer);
}

/** Generated markets can reach zero as well; the reader of files warns about its own, with lines. */
function noticeNotPositive(dataset: Dataset): readonly Diagnostic[] {
  let count = 0;
  for (const closes of dataset.closes) for (const close of closes) if (close <= 0) count += 1;
  if (count === 0) return [];
  return [diagnostic('close-not-positive', 'warning', {}, { found: dataset.source, facts: { count } })];
}
