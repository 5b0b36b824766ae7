// Bundles the programs into dist/. Commands are split into chunks that load on
// demand, so that `sbdev --version` reads one small file and nothing else.
//
// Built beside dist/ and put in its place at the end: a program that runs meanwhile
// keeps the files that it started with.
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const fresh = await mkdtemp('dist-');
await build({
  entryPoints: { index: 'src/index.ts', 'bin/sbdev': 'src/bin/sbdev.ts', 'bin/create': 'src/bin/create.ts' },
  outdir: fresh,
  bundle: true,
  // Less to read at every start, and less to download.
  minify: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: false,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
});

// What a report's page carries in itself: its script, with the chart library, and its style.
const licence = (await readFile('node_modules/uplot/LICENSE', 'utf8')).trim();
await build({
  entryPoints: { 'report-page': 'web/report/main.ts', 'report-style': 'web/report/page.css' },
  outdir: join(fresh, 'assets'),
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  charset: 'ascii',
  // The licence of the chart library goes with every copy of it.
  legalComments: 'none',
  banner: { js: `/*! uPlot\n${licence}\n*/` },
  logLevel: 'warning',
});

await cp(fresh, 'dist', { recursive: true, force: true });
// Chunks carry the hash of their content, so what is not in the new build is stale. A
// program that is running may still load it, so it goes later; `--clean` leaves none.
const staleMs = process.argv.includes('--clean') ? 0 : 15 * 60_000;
const kept = new Set(await readdir(join(fresh, 'chunks')));
for (const name of await readdir('dist/chunks')) {
  const path = join('dist/chunks', name);
  if (!kept.has(name) && Date.now() - (await stat(path)).mtimeMs >= staleMs) await rm(path);
}
await rm(fresh, { recursive: true });
