// Writes the declarations of the library into dist/types, and only those that
// index.d.ts leads to: the compiler also declares what the library merely runs.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const fresh = await mkdtemp('dist-');
const tsc = resolve('node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', fresh], { stdio: 'inherit' });

const reached = new Set();
async function follow(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, specifier] of text.matchAll(/(?:from|import|import\()\s*["'](\.[^"']+)\.[jt]s["']/g)) {
    await follow(join(dirname(file), `${specifier}.d.ts`));
  }
}
await follow(join(fresh, 'index.d.ts'));

for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(relative('.', file))) await rm(file);
}
await rm('dist/types', { recursive: true, force: true });
await rename(fresh, 'dist/types');
