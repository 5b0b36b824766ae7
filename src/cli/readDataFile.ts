import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { diagnostic, type Fact } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { misspeltGenerator } from '../market/generatorSpec.ts';
import { nearest } from '../market/nearest.ts';
import { sampleNames } from '../market/sampleNames.ts';

/**
 * All bytes of a data file. `name` is how it was asked for, a path from `cwd`.
 * Throws `UsageError` with what can be said about a file that cannot be read.
 */
export async function readDataFile(name: string, cwd: string): Promise<Uint8Array> {
  const path = resolve(cwd, name);
  let handle: FileHandle;
  try {
    // Not blocking: a pipe that nobody writes to must not hold the command up.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw await explain(error, name, path);
  }
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw refuse('data-file-directory', name, { files: await csvFilesIn(path) });
    if (!stats.isFile()) throw refuse('data-file-unreadable', name, { reason: 'it is no regular file' });
    if (stats.size > limits.dataFileBytes) {
      throw refuse('data-file-too-large', name, { bytes: stats.size, limit: limits.dataFileBytes });
    }
    return await handle.readFile();
  } catch (error) {
    throw error instanceof UsageError ? error : await explain(error, name, path);
  } finally {
    await handle.close();
  }
}

function refuse(code: string, file: string, facts: Readonly<Record<string, Fact>>): UsageError {
  return new UsageError(diagnostic(code, 'error', { file }, { found: file, facts }));
}

async function explain(error: unknown, name: string, path: string): Promise<UsageError> {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EISDIR') return refuse('data-file-directory', name, { files: await csvFilesIn(path) });
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENXIO') {
    const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
    return refuse('data-file-unreadable', name, { reason });
  }
  const meant = misspeltGenerator(name);
  if (meant !== null) {
    return new UsageError(
      diagnostic('unknown-generator', 'error', {}, { found: name, facts: { nearest: meant } }),
    );
  }
  const beside = nearest(basename(path), (await entriesOf(dirname(path))).slice(0, ENTRIES_LOOKED_AT));
  const sample = nearest(name, sampleNames);
  const facts = {
    samples: sampleNames,
    ...(beside !== null ? { nearest: join(dirname(name), beside) } : sample !== null && { nearest: sample }),
  };
  return refuse('data-file-missing', name, facts);
}

async function csvFilesIn(folder: string): Promise<readonly string[]> {
  const names = (await entriesOf(folder)).filter((each) => each.toLowerCase().endsWith('.csv'));
  return names.sort().slice(0, 3);
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** Names beside a missing file that are compared with it. */
const ENTRIES_LOOKED_AT = 1000;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ERR_INVALID_ARG_VALUE: 'the name holds a NUL byte',
};
