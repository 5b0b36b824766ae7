import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceHints } from '../../../src/determinism/hints/sourceHints.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { temporaryFolder } from '../../support/cli.ts';

const folder = temporaryFolder();
writeFileSync(join(folder, 'agent.py'), 'import time\nt = time.time()\nx = hash("a")\n');
mkdirSync(join(folder, 'lib'));
writeFileSync(join(folder, 'lib/more.mjs'), 'Math.random();\n');
mkdirSync(join(folder, 'node_modules'));
writeFileSync(join(folder, 'node_modules/dependency.js'), 'Math.random();\n');
writeFileSync(join(folder, 'notes.txt'), 'hash("a")\n');

test('hints that fit the measured cause come first; folders of dependencies are left out', async () => {
  const found = await sourceHints({
    command: ['python3', 'agent.py'],
    cwd: folder,
    folder,
    causes: ['hash-seed'],
  });
  expect(found.map(({ file, line, code }) => [file, line, code])).toStrictEqual([
    ['agent.py', 3, 'hash-value'],
    ['agent.py', 2, 'wall-clock'],
    [join('lib', 'more.mjs'), 1, 'unseeded-random'],
  ]);
});

test('an agent without a folder of its own is looked at where its command names a source', async () => {
  const command = ['python3', join(folder, 'agent.py'), 'notes.txt', 'missing.py'];
  const found = await sourceHints({ command, cwd: folder, folder: null, causes: ['time'] });
  expect(found.map(({ code }) => code)).toStrictEqual(['wall-clock', 'hash-value']);
});

test('a source that is too large is left out, and hints are bounded', async () => {
  const big = temporaryFolder();
  writeFileSync(join(big, 'large.py'), `${'#'.repeat(limits.hintFileBytes)}\nhash("a")\n`);
  writeFileSync(join(big, 'many.py'), 'hash("a")\n'.repeat(limits.hints + 5));
  const found = await sourceHints({ command: [], cwd: big, folder: big, causes: [] });
  expect(found).toHaveLength(limits.hints);
  expect(new Set(found.map(({ file }) => file))).toStrictEqual(new Set(['many.py']));
});
