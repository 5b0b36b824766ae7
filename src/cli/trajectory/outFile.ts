import { createHash } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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

  /** Writes the pieces beside the path, onto the disk, and then into place. Throws a CannotRunError. */
  async write(pieces: Iterable<string>): Promise<WrittenFile> {
    const beside = `${this.#path}.${process.pid}.new`;
    try {
      const file = await open(beside, 'wx');
      try {
        const written = await this.#writePieces(file, pieces);
        await file.sync();
        await this.#place(beside);
        return written;
      } finally {
        await file.close();
        // Gone already where it was moved into place.
        await unlink(beside).catch(() => {});
      }
    } catch (error) {
      // What has no code of the system is no circumstance.
      if (error instanceof CannotRunError || (error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new CannotRunError(this.#unwritable(reason(error)));
    }
  }

  async #writePieces(file: FileHandle, pieces: Iterable<string>): Promise<WrittenFile> {
    const hash = createHash('sha256');
    let bytes = 0;
    for (const piece of pieces) {
      const encoded = encodeUtf8(piece);
      bytes += encoded.length;
      if (bytes > limits.trajectoryBytes) {
        const rest = { accepted: [`${limits.trajectoryBytes} bytes`] };
        throw new CannotRunError(diagnostic('capture-too-large', 'error', { file: this.#path }, rest));
      }
      hash.update(encoded);
      await file.writeFile(encoded);
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  /** A link never writes over a file that appeared in the meantime; a rename does. */
  async #place(beside: string): Promise<void> {
    if (this.#overwrite) return rename(beside, this.#path);
    try {
      await link(beside, this.#path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw new CannotRunError(this.#exists());
      // A file system without links: the constructor has seen that nothing was there.
      await rename(beside, this.#path);
    }
  }

  #exists() {
    return diagnostic('capture-exists', 'error', { file: this.#path });
  }

  #unwritable(found: string) {
    return diagnostic('capture-unwritable', 'error', { file: this.#path }, { found });
  }
}
