import { fstatSync, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Io } from '../command.ts';

/**
 * The files below a folder that stdout and stderr were redirected to (`> out.txt`), as
 * globs from it: what the kit itself prints is no edit. Without the system's word for it
 * they are only found in the folder itself.
 */
export function ownOutputs({ stdout, stderr }: Io, folder: string): readonly string[] {
  const root = realpathSync(folder);
  const paths = [stdout, stderr].flatMap((stream) => {
    const { fd } = stream as { readonly fd?: unknown };
    const path = typeof fd === 'number' ? redirectedTo(fd, root) : null;
    return path === null ? [] : [relative(root, path)];
  });
  return paths
    .filter((path) => path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path))
    .map(asGlob);
}

function redirectedTo(fd: number, root: string): string | null {
  try {
    const facts = fstatSync(fd);
    if (!facts.isFile()) return null;
    return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${fd}`) : findIn(root, facts);
  } catch {
    return null;
  }
}

function findIn(root: string, { dev, ino }: Stats): string | null {
  const isSame = (path: string): boolean => {
    const facts = lstatSync(path);
    return facts.dev === dev && facts.ino === ino;
  };
  return (
    readdirSync(root)
      .map((name) => join(root, name))
      .find(isSame) ?? null
  );
}

function asGlob(path: string): string {
  return path.replaceAll(sep, '/').replace(/[\\*?{}()[\]!+@|^$]/g, '\\$&');
}
