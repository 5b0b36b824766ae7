import { recordJson } from '../../harness/recordJson.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import type { Dataset, Window } from '../../market/dataset.ts';
import { datasetSha256 } from '../../market/digest.ts';
import { type Regime, regimeOf } from '../../market/windows.ts';
import { styleFor } from '../../reporters/style.ts';
import { wordsOf } from '../catalogue.ts';
import type { ExitCode, Io } from '../command.ts';
import { type LoadedDataset, loadDataset } from '../loadDataset.ts';
import { outputFormat } from '../outputFormat.ts';
import { describeText } from './describeText.ts';

export interface DescribeFlags {
  readonly masked?: boolean;
  readonly fundamentals?: string;
  readonly news?: string;
  readonly format: string;
}

/** Everything that `sbdev data describe` says, in either form. */
export interface Description {
  readonly dataset: Dataset;
  readonly sha256: string;
  readonly windows: readonly (Window & { readonly regime: Regime })[];
  readonly warnings: readonly Diagnostic[];
}

export async function describeData(
  spec: string | undefined,
  flags: DescribeFlags,
  io: Io,
): Promise<ExitCode> {
  const format = outputFormat(flags.format);
  const { masked, fundamentals, news } = flags;
  const loaded = await loadDataset(spec, { masked, fundamentals, news, cwd: io.cwd });
  const description = describe(loaded);
  if (format === 'json') io.stdout.write(`${describeJson(description)}\n`);
  else {
    const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
    io.stdout.write(`${describeText(description, style).join('\n')}\n`);
  }
  return 0;
}

function describe(loaded: LoadedDataset): Description {
  const { dataset, notices } = loaded;
  const { windows, warnings } = windowsOrWarning(loaded);
  return {
    dataset,
    sha256: datasetSha256(dataset),
    windows: windows.map((window) => ({ ...window, regime: regimeOf(dataset, window) })),
    warnings: [...notices, ...warnings],
  };
}

/** A dataset that is too short for the default windows can still be described, and run with --window. */
function windowsOrWarning(loaded: LoadedDataset) {
  try {
    return { windows: loaded.windows(), warnings: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const warnings = error.diagnostics.map((each) =>
      diagnostic(each.code, 'warning', each.place, { facts: each.facts }),
    );
    return { windows: [], warnings };
  }
}

function describeJson({ dataset, sha256, windows, warnings }: Description): string {
  const fields = {
    symbols: dataset.symbols,
    bars: dataset.dates.length,
    first_date: dataset.dates[0],
    last_date: dataset.dates.at(-1),
    sha256,
    windows: windows.map(({ start, end }) => [start, end]),
    regimes: windows.map(({ regime }) => regime),
  };
  // Written by hand: an object would sort symbols that look like numbers first.
  const closes = dataset.symbols.map(
    (symbol, index) => `${JSON.stringify(symbol)}:${recordJson(dataset.closes[index]?.at(-1))}`,
  );
  const rest = { warnings: warnings.map(warningJson) };
  return `${JSON.stringify(fields).slice(0, -1)},"last_closes":{${closes.join(',')}},${JSON.stringify(rest).slice(1)}`;
}

function warningJson(warning: Diagnostic) {
  const { file, line, column } = warning.place;
  return {
    code: warning.code,
    severity: warning.severity,
    message: wordsOf(warning).message,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}
