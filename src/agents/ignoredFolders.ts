import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Folders that hold no source of an agent's: version control, dependencies, builds, caches, records. */
export const ignoredFolders: ReadonlySet<string> = new Set([
  ...['.git', '.hg', '.svn', '.jj', '.idea', '.vscode', '.vs'],
  ...['node_modules', 'bower_components', '.venv', 'venv', 'env', '.pixi', '__pypackages__', '.Rproj.user'],
  ...['target', 'dist', 'build', 'out', '.gradle', '.next', '.turbo', '.eggs', '.stack-work'],
  ...['__pycache__', '.mypy_cache', '.pytest_cache', '.ruff_cache', '.hypothesis', '.ipynb_checkpoints'],
  ...['.cache', '.tox', '.nox', '.direnv', '.sbdev'],
]);

/** What a virtual environment holds whatever its folder is called. */
const environmentMarks = ['pyvenv.cfg', 'conda-meta'];

/** Whether a folder, by the names in it, is a virtual environment of Python. */
export function isVirtualEnvironment(folder: string): boolean {
  return environmentMarks.some((mark) => existsSync(join(folder, mark)));
}

/** Whether nothing in a folder is the agent's, by its name or by what it is. */
export function isIgnoredFolder(folder: string): boolean {
  return ignoredFolders.has(basename(folder)) || isVirtualEnvironment(folder);
}
