import { resolve } from 'node:path';
import { writeWhole } from '../../harness/wholeFile.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { datasetSha256 } from '../../market/digest.ts';
import { csvText, refusedAsCsv } from '../../market/writeCsv.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadDataset } from '../loadDataset.ts';

export interface GenerateFlags {
  readonly out: string;
  readonly force?: boolean;
}

/** Writes the dataset of a spec as a CSV file. Never overwrites one unless asked to. */
export async function generateData(spec: string, flags: GenerateFlags, io: Io): Promise<ExitCode> {
  const { dataset } = await loadDataset(spec, { cwd: io.cwd });
  const refused = refusedAsCsv(dataset);
  if (refused !== null) throw new UsageError(refused);
  try {
    await writeWhole(resolve(io.cwd, flags.out), csvText(dataset), { overwrite: flags.force === true });
  } catch (error) {
    throw explain(error, flags.out);
  }
  const size = `${count(dataset.symbols.length, 'symbol')}, ${count(dataset.dates.length, 'bar')}`;
  io.stdout.write(`${flags.out}: ${size}, sha256 ${datasetSha256(dataset)}\n`);
  return 0;
}

function explain(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return error;
  if (code === 'EEXIST') return new UsageError(diagnostic('out-file-exists', 'error', { file }));
  const reason = REASONS[code] ?? code;
  return new UsageError(diagnostic('out-file-unwritable', 'error', { file }, { facts: { reason } }));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};
