import { createReadStream } from 'node:fs';
import { access, constants, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { type ObservedSymbols, observedSymbols } from '../../protocol/observedSymbols.ts';
import { readObservation } from '../../protocol/readObservation.ts';
import { wordsOf } from '../catalogue.ts';
import type { Io } from '../command.ts';

export interface LintInput {
  readonly name: string;
  readonly open: () => Readable;
}

const CHUNK_BYTES = 256 * 1024;

/** The inputs in order; standard input for none and for `-`. Throws a UsageError before any is read. */
export async function lintInputs(files: readonly string[], io: Io): Promise<readonly LintInput[]> {
  const inputs: LintInput[] = [];
  for (const file of files.length === 0 ? ['-'] : files) {
    if (file === '-') {
      inputs.push({ name: 'stdin', open: () => io.stdin });
      continue;
    }
    const path = resolve(io.cwd, file);
    await readable(file, path);
    inputs.push({ name: file, open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) });
  }
  return inputs;
}

/** The symbols of the observation in a file. Throws a UsageError. */
export async function observationSymbols(file: string, io: Io): Promise<ObservedSymbols> {
  const path = resolve(io.cwd, file);
  const size = await readable(file, path);
  if (size > limits.documentBytes)
    throw unreadable(file, `${size} bytes`, `at most ${limits.documentBytes} bytes`);
  const { observation, findings } = readObservation(await readFile(path));
  if (observation !== null) return observedSymbols(observation.symbols.map((each) => each.symbol));
  const [first] = findings;
  const found = first === undefined ? null : wordsOf(first).message;
  throw new UsageError(diagnostic('observation-refused', 'error', { ...first?.place, file }, { found }));
}

async function readable(file: string, path: string): Promise<number> {
  try {
    await access(path, constants.R_OK);
    const facts = await stat(path);
    if (!facts.isDirectory()) return facts.size;
  } catch (error) {
    throw unreadable(file, reason(error), 'a readable file');
  }
  throw unreadable(file, 'it is a directory', 'a readable file');
}

export function unreadable(file: string, found: string, accepted: string): UsageError {
  return new UsageError(diagnostic('input-unreadable', 'error', { file }, { found, accepted: [accepted] }));
}

export function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such file';
  return code === 'EACCES' ? 'permission denied' : String(code ?? error);
}
