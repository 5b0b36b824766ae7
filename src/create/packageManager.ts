import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof packageManagers)[number];

const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/**
 * The package manager that called, by what it says of itself. Called by none: the one
 * whose lock file is nearest above, else npm. What is installed says nothing.
 */
export function packageManagerFor(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): PackageManager {
  const caller = /^([a-z]+)\//.exec(env.npm_config_user_agent ?? '')?.[1];
  const named = packageManagers.find((each) => each === caller);
  if (named !== undefined) return named;
  for (let each = dirname(folder); ; each = dirname(each)) {
    const found = lockFiles.find(([file]) => existsSync(join(each, file)));
    if (found !== undefined) return found[1];
    if (each === dirname(each)) return 'npm';
  }
}
