import { statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printableShort } from '../../kernel/printable.ts';
import type { SourcePlace } from '../../reporters/documents/document.ts';
import type { Io } from '../command.ts';
import { recordedOption } from './recordedCommand.ts';

const FILE_CHARS = 300;

/** One frame of a stack trace, as Python, Node and most others write it: file, line, column. */
const frames = [
  /^\s*File "([^"]+)", line ([0-9]{1,9})/,
  /(?:^|[\s(])((?:file:\/\/)?[^\s():]*[^\s():/]\.[A-Za-z]{1,8}):([0-9]{1,9})(?::([0-9]{1,9}))?/,
];

/**
 * Finds where in the sources of a work tree something comes from. Its root is that of the
 * checkout in GitHub Actions, else the working directory; nothing outside of it is named.
 */
export class SourceFinder {
  readonly #root: string;
  readonly #agentFolder: string;

  constructor(command: string | null, { cwd, env }: Pick<Io, 'cwd' | 'env'>) {
    this.#root = env.GITHUB_WORKSPACE === undefined ? cwd : resolve(cwd, env.GITHUB_WORKSPACE);
    const config = recordedOption(command, '--config');
    this.#agentFolder = config === null ? cwd : dirname(resolve(cwd, config));
  }

  /** A file of the agent's folder by its path from the root. */
  named(file: string): string {
    const path = resolve(this.#agentFolder, file);
    return printableShort(this.#fromRoot(path) ?? file, FILE_CHARS);
  }

  place(file: string, line: number, column: number | null): SourcePlace | null {
    const path = resolve(this.#agentFolder, withoutScheme(file));
    const named = this.#fromRoot(path);
    return named === null || !isFile(path) ? null : { file: printableShort(named, FILE_CHARS), line, column };
  }

  /** The innermost frame that is a file of the work tree and no package that was installed. */
  ofStackTrace(lines: readonly string[]): SourcePlace | null {
    const places = lines.map((line) => this.#ofLine(line)).filter((each) => each !== null);
    // Python writes the innermost frame last, everybody else first.
    const isPython = lines.some((line) => line.startsWith('Traceback '));
    return (isPython ? places.at(-1) : places[0]) ?? null;
  }

  #ofLine(line: string): SourcePlace | null {
    for (const frame of frames) {
      const [, file, number, column] = frame.exec(line) ?? [];
      if (file === undefined || /(^|[\\/])(node_modules|site-packages)[\\/]/.test(file)) continue;
      const found = this.place(file, Number(number), column === undefined ? null : Number(column));
      if (found !== null) return found;
    }
    return null;
  }

  #fromRoot(path: string): string | null {
    const file = relative(this.#root, path);
    const isInside = file !== '' && file !== '..' && !file.startsWith(`..${sep}`) && !isAbsolute(file);
    return isInside ? file.split(sep).join('/') : null;
  }
}

function withoutScheme(file: string): string {
  try {
    return file.startsWith('file://') ? fileURLToPath(file) : file;
  } catch {
    return file;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
