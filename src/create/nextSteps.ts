import { isAbsolute, relative } from 'node:path';
import type { PackageManager } from './packageManager.ts';
import { shellLine } from './shellWord.ts';
import type { ProjectFile } from './templateFiles.ts';
import type { Template } from './templates.ts';

export interface NextStepsFacts {
  readonly cwd: string;
  readonly folder: string;
  readonly template: Template;
  readonly files: readonly ProjectFile[];
  readonly manager: PackageManager;
  readonly isInstalled: boolean;
  /** Words that start `sbdev`. */
  readonly simulator: readonly string[];
}

/** The lines that lead from here to a simulated run, each ready to be pasted, in order. */
export function nextSteps(facts: NextStepsFacts): readonly string[] {
  const { cwd, folder, template, manager, isInstalled, simulator } = facts;
  const build = buildCommand(facts.files);
  return [
    ...(folder === cwd ? [] : [shellLine(['cd', pathFrom(cwd, folder)])]),
    ...(template.needsInstall && !isInstalled ? [`${manager} install`] : []),
    ...(build === null ? [] : [withManager(shellLine(build), manager)]),
    ...template.test.map((line) => withManager(line, manager)),
    ...(template.model?.settings ?? []),
    // An answer of a model repeats from the cache alone, which the first run fills.
    shellLine([...simulator, 'simulate', ...(template.model === null ? [] : ['--no-double-run'])]),
  ];
}

/** The `build` of the template's own sharpebench.json; null if nothing has to be built. */
function buildCommand(files: readonly ProjectFile[]): readonly string[] | null {
  const config = files.find((file) => file.path === 'sharpebench.json');
  if (config === undefined) return null;
  const { build } = JSON.parse(config.content.toString('utf8')) as { build?: readonly string[] };
  return build ?? null;
}

/** `npm test` and `npm run build` as the manager in use says them. */
function withManager(line: string, manager: PackageManager): string {
  return line.replace(/^npm (run )?/, `${manager} run `).replace(/^npm run test$/, 'npm test');
}

function pathFrom(cwd: string, folder: string): string {
  const path = relative(cwd, folder);
  return path.startsWith('..') || isAbsolute(path) ? folder : path;
}
