// Bundles the programs into dist/. Commands are split into chunks that load on
// demand, so that `sbdev --version` reads one small file and nothing else.
//
// Built beside dist/ and put in its place at the end: a program that runs meanwhile
// keeps the files that it started with.
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

/** Nothing of an earlier build is left. */
const isClean = process.argv.includes('--clean');

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
  charset: 'utf8',
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
});
await shortenNames(fresh);

// What a report's page carries in itself: its script, with the chart library, and its style.
const licence = (await readFile('node_modules/uplot/LICENSE', 'utf8')).trim();
await build({
  entryPoints: {
    'report-page': 'src/reporters/html/page/main.ts',
    'report-style': 'src/reporters/html/page/page.css',
  },
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

// Packed as well as can be: the page is written by a program that unpacks it at once.
for (const name of await readdir(join(fresh, 'assets'))) {
  const path = join(fresh, 'assets', name);
  await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)));
  await rm(path);
}

await cp(fresh, 'dist', { recursive: true, force: true });
// What is not in the new build is stale: a chunk of other content has another name. A
// program that is running may still load it, so it goes later; `--clean` leaves none.
const staleMs = isClean ? 0 : 15 * 60_000;
for (const folder of ['chunks', 'assets']) {
  const kept = new Set(await readdir(join(fresh, folder)));
  for (const name of await readdir(join('dist', folder))) {
    const path = join('dist', folder, name);
    if (!kept.has(name) && Date.now() - (await stat(path)).mtimeMs >= staleMs) await rm(path);
  }
}
await rm(fresh, { recursive: true });

/**
 * Chunks name each other some 2,000 times, and hashes do not compress: each is called by
 * the shortest start of its hash that no other chunk has, and that no chunk of other content
 * has in dist/, which a running program may still load.
 */
async function shortenNames(folder) {
  const files = [];
  for (const part of ['.', 'bin', 'chunks']) {
    for (const entry of await readdir(join(folder, part), { withFileTypes: true })) {
      const path = join(folder, part, entry.name);
      if (entry.isFile()) files.push({ path, name: entry.name, text: await readFile(path, 'utf8') });
    }
  }
  const hashOf = (name) => /-([A-Z0-9]{8})\.js$/.exec(name)?.[1];
  const chunks = files.filter(({ path, name }) => path.includes('chunks') && hashOf(name) !== undefined);
  const shorts = new Map();
  const renamed = (text) => text.replace(/[\w$]+-[A-Z0-9]{8}\.js/g, (name) => shorts.get(name) ?? name);
  const isTaken = async (short, chunk) => {
    if ([...shorts.values()].filter((each) => each === short).length > 1) return true;
    if (isClean) return false;
    const before = await readFile(join('dist/chunks', short), 'utf8').catch(() => null);
    return before !== null && before !== renamed(chunk.text);
  };
  for (const { name } of chunks) shorts.set(name, `${hashOf(name).slice(0, 4)}.js`);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const chunk of chunks) {
      const short = shorts.get(chunk.name);
      const hash = hashOf(chunk.name);
      if (short === `${hash}.js` || !(await isTaken(short, chunk))) continue;
      shorts.set(chunk.name, `${hash.slice(0, short.length - '.js'.length + 1)}.js`);
      isSettled = false;
    }
  }
  for (const { path, name, text } of files) {
    await writeFile(path, renamed(text));
    if (shorts.has(name)) await rename(path, join(folder, 'chunks', shorts.get(name)));
  }
}
