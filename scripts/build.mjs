// Bundles the programs into dist/. Commands are split into chunks that load on
// demand, so that `sbdev --version` reads one small file and nothing else.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { index: 'src/index.ts', 'bin/sbdev': 'src/bin/sbdev.ts', 'bin/create': 'src/bin/create.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: false,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
});
