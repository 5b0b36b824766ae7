import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The words that start `sbdev` from anywhere, with no more network than this program
 * itself needed: by package name where the package came from a registry, else (a tarball,
 * a link, a clone) by the path of its own file.
 */
export function simulatorCommand(packageFolder: string, version: string): readonly string[] {
  const name = basename(packageFolder);
  return cameFromRegistry(packageFolder)
    ? ['npx', '--package', `${name}@${version}`, 'sbdev']
    : ['node', join(packageFolder, 'dist', 'bin', 'sbdev.js')];
}

/** What npm noted about this package when it installed it. */
function cameFromRegistry(packageFolder: string): boolean {
  const modules = dirname(packageFolder);
  if (basename(modules) !== 'node_modules') return false;
  try {
    const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    const resolved: unknown = lock.packages?.[`node_modules/${basename(packageFolder)}`]?.resolved;
    return typeof resolved === 'string' && /^https?:/.test(resolved);
  } catch {
    return false;
  }
}
