import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { RUNS_FOLDER } from '../journal.ts';
import { META_NAME, SWEEP_NAME } from '../records/fileNames.ts';
import { isAlive } from '../records/writer.ts';
import type { CellFolders } from './cellFolders.ts';
import type { Shard } from './cells.ts';
import { planDifferences, planKey } from './planKey.ts';
import { readRecord } from './readRecord.ts';
import { type CellResult, SWEEP_VERSION, type SweepFile, type SweepPlan } from './records.ts';
import { resultFile, sweepFile, writerFile } from './schemas.ts';

export interface StoredSweep {
  readonly id: string;
  readonly file: SweepFile;
}

/**
 * The stored sweep `id`, or the newest one of `base`. Throws a UsageError if there is
 * none, or if this kit cannot read it.
 */
export function storedSweep(base: string, id: string | null): StoredSweep {
  const runs = join(base, ...RUNS_FOLDER);
  const found = id ?? newestSweep(runs);
  if (found === null || !isName(found) || sizeOf(join(runs, found, SWEEP_NAME)) === null) {
    throw new UsageError(
      diagnostic('resume-not-found', 'error', { file: join(...RUNS_FOLDER) }, { found: found ?? id }),
    );
  }
  if (isRunning(join(runs, found))) {
    throw new UsageError(diagnostic('resume-running', 'error', {}, { found }));
  }
  return { id: found, file: readSweepFile(join(runs, found, SWEEP_NAME)) };
}

/** Two processes that run the same cells would each undo the other's. */
function isRunning(folder: string): boolean {
  try {
    const { writer } = writerFile.parse(JSON.parse(readFileSync(join(folder, META_NAME), 'utf8')));
    return writer.pid !== process.pid && isAlive(writer);
  } catch {
    return false;
  }
}

/** Throws a UsageError that names every respect in which what is to be run now is another sweep. */
export function requireSameSweep(stored: StoredSweep, plan: SweepPlan, shard: Shard | null): void {
  const differences = [
    ...planDifferences(stored.file.plan, plan),
    ...(shardText(stored.file.shard) === shardText(shard)
      ? []
      : [{ name: 'shard', expected: shardText(stored.file.shard), found: shardText(shard) }]),
  ];
  if (differences.length === 0) return;
  throw new UsageError(
    ...differences.map(({ name, expected, found }) =>
      diagnostic(
        'resume-differs',
        'error',
        {},
        { found, accepted: [expected], facts: { name, id: stored.id } },
      ),
    ),
  );
}

/** The cell's result if the bytes hold it whole and it belongs to this very sweep; else null. */
export function finishedResult(bytes: Uint8Array, plan: SweepPlan, index: number): CellResult | null {
  return resultOfKey(bytes, planKey(plan), index);
}

/** Results that are there already, by cell: what is of another key is not among them. */
export async function finishedCells(
  folders: CellFolders,
  cells: readonly { readonly index: number }[],
): Promise<Map<number, CellResult>> {
  const finished = new Map<number, CellResult>();
  for (const { index } of cells) {
    const bytes = await folders.resultBytes(index);
    const result = bytes === null ? null : resultOfKey(bytes, folders.key, index);
    if (result !== null) finished.set(index, result);
  }
  return finished;
}

function resultOfKey(bytes: Uint8Array, key: string, index: number): CellResult | null {
  try {
    const { version, key: found, result } = resultFile.parse(readRecord(bytes));
    return version === SWEEP_VERSION && found === key && result.index === index ? result : null;
  } catch {
    return null;
  }
}

/** What a sweep was asked for. Throws a UsageError for a file that this kit cannot read. */
export function readSweepFile(path: string): SweepFile {
  const refuse = (found: string): never => {
    throw new UsageError(diagnostic('resume-unreadable', 'error', { file: path }, { found }));
  };
  const size = sizeOf(path);
  if (size === null || size > limits.documentBytes) return refuse('no file of a readable size');
  let value: unknown;
  try {
    value = readRecord(readFileSync(path));
  } catch (error) {
    return refuse((error as Error).message);
  }
  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (version !== SWEEP_VERSION) return refuse(`version ${String(version)} where ${SWEEP_VERSION} is read`);
  const result = sweepFile.safeParse(value);
  return result.success ? result.data : refuse(result.error.issues[0]?.message ?? 'refused');
}

/** Session names sort by their start. */
function newestSweep(runs: string): string | null {
  let names: readonly string[];
  try {
    names = readdirSync(runs);
  } catch {
    return null;
  }
  const sweeps = names.filter((name) => sizeOf(join(runs, name, SWEEP_NAME)) !== null);
  return sweeps.sort().at(-1) ?? null;
}

/** A name is one level of a path, and nothing that leads elsewhere. */
function isName(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(id);
}

function sizeOf(path: string): number | null {
  try {
    const facts = statSync(path);
    return facts.isFile() ? facts.size : null;
  } catch {
    return null;
  }
}

function shardText(shard: Shard | null): string {
  return shard === null ? 'none' : `${shard.index}/${shard.count}`;
}
