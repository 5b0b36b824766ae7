import { resolve } from 'node:path';
import { writeWhole } from '../../harness/wholeFile.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import type { Io } from '../command.ts';

export interface OutFlags {
  readonly out?: string;
  readonly force?: boolean;
}

/** Writes a file that was not there, or takes the place of one if `force` says so. Throws a UsageError. */
export async function writeNew(
  file: string,
  text: string,
  flags: Pick<OutFlags, 'force'>,
  io: Io,
): Promise<void> {
  const path = resolve(io.cwd, file);
  try {
    await writeWhole(path, text, { overwrite: flags.force === true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? diagnostic('plan-exists', 'error', { file })
        : diagnostic('plan-unwritable', 'error', { file }, { found: code ?? String(error) }),
    );
  }
}
