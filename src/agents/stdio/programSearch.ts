import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

export type ProgramSearch =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing' | 'directory' | 'not-executable'; readonly path: string };

/**
 * Finds the program that the system would run for `name`, by the rules of execvp: a
 * name with a slash is a path from `cwd`, any other is searched along the child's PATH.
 * Node says ENOENT or EACCES for all of these alike, so the kit looks first.
 */
export function searchProgram(
  name: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): ProgramSearch {
  if (name.includes('/') || isAbsolute(name)) return examine(resolve(cwd, name));
  let refused: ProgramSearch | null = null;
  for (const folder of searchPath(env)) {
    for (const ending of endings(env)) {
      const found = examine(resolve(cwd, join(folder, name + ending)));
      if (found.kind === 'found') return found;
      if (found.kind === 'not-executable') refused ??= found;
    }
  }
  return refused ?? { kind: 'missing', path: name };
}

export function searchPath(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const path = env.PATH ?? env.Path;
  // Without PATH, execvp falls back to the system's own short list.
  return path === undefined ? ['/bin', '/usr/bin'] : path.split(delimiter).map((each) => each || '.');
}

function endings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (process.platform !== 'win32') return [''];
  return ['', ...(env.PATHEXT ?? '.COM;.EXE').split(';')];
}

function examine(path: string): ProgramSearch {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: 'missing', path };
  if (stats.isDirectory()) return { kind: 'directory', path };
  try {
    accessSync(path, constants.X_OK);
    return { kind: 'found', path };
  } catch {
    return { kind: 'not-executable', path };
  }
}
