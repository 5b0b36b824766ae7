import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemErrorCode } from '../../harness/systemError.ts';
import { writeWhole } from '../../harness/wholeFile.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { onClosedOutput } from '../closedOutput.ts';
import type { Io } from '../command.ts';

const FLUSH_CHARS = 262_144;

/** Where one form of a report goes: a file that is there whole or not at all, or stdout. */
export class ReportFile {
  readonly isStdout: boolean;
  readonly #io: Io;
  readonly #asked: string;
  readonly #path: string;

  /** Throws a UsageError for what cannot be a file. */
  constructor(asked: string, io: Io) {
    this.isStdout = asked === '-';
    this.#asked = asked;
    this.#io = io;
    this.#path = resolve(io.cwd, asked);
    if (!this.isStdout) this.#requireWritable();
  }

  /** A line about what was written. Throws a CannotRunError if it could not be after all. */
  async write(pieces: Iterable<string>): Promise<string> {
    if (this.isStdout) {
      onClosedOutput(this.#io);
      for (const piece of gathered(pieces)) this.#io.stdout.write(piece);
      return '';
    }
    try {
      return `${this.#asked}  ${sizeText(await writeWhole(this.#path, gathered(pieces)))}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      throw new CannotRunError(this.#unwritable(systemErrorCode(error)));
    }
  }

  #requireWritable(): void {
    try {
      accessSync(dirname(this.#path), constants.W_OK);
    } catch (error) {
      throw new UsageError(this.#unwritable(systemErrorCode(error)));
    }
    if (statSync(this.#path, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new UsageError(this.#unwritable('it is a directory'));
  }

  #unwritable(found: string) {
    return diagnostic('report-unwritable', 'error', { file: this.#asked }, { found });
  }
}

function* gathered(pieces: Iterable<string>): Iterable<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < FLUSH_CHARS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function sizeText(bytes: number): string {
  return bytes < 1000
    ? `${bytes} B`
    : bytes < 1e6
      ? `${(bytes / 1e3).toFixed(0)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}
