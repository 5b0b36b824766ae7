import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../kernel/invariant.ts';

let found: string | null = null;

/**
 * The folder of this package: the nearest one above this module, source or bundle,
 * whose package.json carries its name. What ships beside the code is found from here.
 */
export function packageRoot(): string {
  found ??= search(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function search(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === NAME) return folder;
    invariant(folder !== dirname(folder), `the code runs inside the package ${NAME}`);
  }
}

const NAME = 'create-sharpebench-agent';
