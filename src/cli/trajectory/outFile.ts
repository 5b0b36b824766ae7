import { createHash, type Hash } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeWhole } from '../../harness/wholeFile.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import { reason } from '../lint/inputs.ts';

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** The file that a capture writes: whole at its end, or not at all. */
export class OutFile {
  readonly #path: string;
  readonly #overwrite: boolean;

  /** Tries before a long run what its end needs. Throws a UsageError. */
  constructor(out: string, cwd: string, overwrite: boolean) {
    this.#path = resolve(cwd, out);
    this.#overwrite = overwrite;
    try {
      accessSync(dirname(this.#path), constants.W_OK);
    } catch (error) {
      throw new UsageError(this.#unwritable(reason(error)));
    }
    const facts = statSync(this.#path, { throwIfNoEntry: false });
    if (facts?.isDirectory() === true) throw new UsageError(this.#unwritable('it is a directory'));
    if (facts !== undefined && !overwrite) throw new UsageError(this.#exists());
  }

  /** Writes the pieces. Throws a CannotRunError. */
  async write(pieces: Iterable<string>): Promise<WrittenFile> {
    const hash = createHash('sha256');
    try {
      const bytes = await writeWhole(this.#path, this.#encoded(pieces, hash), {
        overwrite: this.#overwrite,
      });
      return { bytes, sha256: hash.digest('hex') };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // What has no code of the system is no circumstance.
      if (error instanceof CannotRunError || code === undefined) throw error;
      throw new CannotRunError(code === 'EEXIST' ? this.#exists() : this.#unwritable(reason(error)));
    }
  }

  /** The pieces as bytes, added to the hash. Throws a CannotRunError for more than a reader takes. */
  *#encoded(pieces: Iterable<string>, hash: Hash): Iterable<Uint8Array> {
    let bytes = 0;
    for (const piece of pieces) {
      const encoded = encodeUtf8(piece);
      bytes += encoded.length;
      if (bytes > limits.trajectoryBytes) {
        const rest = { accepted: [`${limits.trajectoryBytes} bytes`] };
        throw new CannotRunError(diagnostic('capture-too-large', 'error', { file: this.#path }, rest));
      }
      hash.update(encoded);
      yield encoded;
    }
  }

  #exists() {
    return diagnostic('capture-exists', 'error', { file: this.#path });
  }

  #unwritable(found: string) {
    return diagnostic('capture-unwritable', 'error', { file: this.#path }, { found });
  }
}
