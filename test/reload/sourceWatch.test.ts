import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { limits } from '../../src/kernel/limits.ts';
import { watchSources } from '../../src/reload/sourceWatch.ts';
import { WatchedFiles } from '../../src/reload/watchedFiles.ts';
import { folderWith, watched, write } from './watching.ts';

/** Runs a program of Node in the folder: something else that writes. */
async function runScript(root: string, script: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio: 'ignore' });
  expect((await once(child, 'exit'))[0]).toBe(0);
}

it('tells one change of 200 saves, of the content that is there in the end', async () => {
  const it = await watched(folderWith({ 'agent.py': 'v0' }));
  await runScript(
    it.root,
    `const fs = require('node:fs'); let save = 0;
     const timer = setInterval(() => {
       fs.writeFileSync('agent.py', 'v' + ++save);
       if (save === 200) clearInterval(timer);
     }, 5);`,
  );
  const { digest } = it.watch.state();
  await it.until(() => it.changes.at(-1)?.digest === digest, 'the last save');
  expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
  // One every two seconds at the most while there is no end of it.
  expect(it.changes.length).toBeLessThanOrEqual(4);
});

it('does not take a file that is still being written for a save', async () => {
  // Long enough for a writer that the system lets wait.
  const it = await watched(folderWith({ 'agent.py': 'v0' }), { settleMs: 700 });
  await runScript(
    it.root,
    `const fs = require('node:fs'); const file = fs.openSync('agent.py', 'w'); let part = 0;
     const timer = setInterval(() => {
       fs.writeSync(file, 'line ' + ++part + '\\n');
       if (part === 30) clearInterval(timer);
     }, 20);`,
  );
  await it.change(1);
  expect(it.changes.map((change) => change.digest)).toEqual([it.watch.state().digest]);
});

it('tells of a file that stays empty', async () => {
  const it = await watched(folderWith({ 'agent.py': 'v0' }));
  truncateSync(join(it.root, 'agent.py'));
  expect((await it.change(1)).files).toEqual(['agent.py']);
});

it('tells the edits of one checkout as one change, in byte order, and bounds their names', async () => {
  const files = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`m${100 + index}.py`, 'a']));
  const it = await watched(folderWith({ 'agent.py': '', ...files }));
  for (const path of Object.keys(files).reverse()) it.write(path, 'b');
  const change = await it.change(1);
  expect(change.fileCount).toBe(80);
  expect(change.files.length).toBe(limits.watchNamedFiles);
  expect(change.files.slice(0, 2)).toEqual(['m100.py', 'm101.py']);
  expect(Math.abs(Date.now() - change.lastWriteAtMs)).toBeLessThan(5_000);
});

it('tells of a named file that comes back while others are looked at once, with its content', async () => {
  const it = await watched(folderWith({ 'agent.py': 'a', 'other.py': 'a' }));
  rmSync(join(it.root, 'agent.py'));
  expect(await it.change(1)).toMatchObject({ missing: ['agent.py'] });
  const { missing } = WatchedFiles.prototype;
  const asked = vi.spyOn(WatchedFiles.prototype, 'missing').mockImplementationOnce(function (
    this: WatchedFiles,
  ) {
    it.write('agent.py', 'b');
    return missing.call(this);
  });
  it.write('other.py', 'b');
  const back = () => it.changes.find((change) => change.missing.length === 0);
  await it.until(() => back() !== undefined);
  asked.mockRestore();
  expect(back()?.files).toContain('agent.py');
});

it('sees files in folders that are new, moved in or removed', async () => {
  const it = await watched(folderWith({ 'agent.py': '' }, 'project'));
  const outside = join(it.root, '../outside');
  write(outside, 'deep/rules.py', 'a');
  renameSync(outside, join(it.root, 'rules'));
  expect((await it.change(1)).files).toEqual(['rules/deep/rules.py']);
  it.write('rules/deep/rules.py', 'b');
  expect((await it.change(2)).files).toEqual(['rules/deep/rules.py']);
  expect(it.watch.files).toBe(2);
  rmSync(join(it.root, 'rules'), { recursive: true });
  expect(await it.change(3)).toMatchObject({ files: ['rules/deep/rules.py'], missing: [] });
  expect(it.watch.files).toBe(1);
});

it('never follows a link, and counts where it points', async () => {
  const root = folderWith({ 'agent.py': '' }, 'project');
  write(root, '../shared/secret.py', 'a');
  symlinkSync('../shared', join(root, 'shared'));
  symlinkSync('../shared/secret.py', join(root, 'secret.py'));
  symlinkSync('.', join(root, 'ring'));
  const it = await watched(root);
  const before = it.watch.state().digest;
  write(root, '../shared/secret.py', 'b');
  expect(it.watch.state().digest).toBe(before);
  expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
  unlinkSync(join(root, 'secret.py'));
  symlinkSync('agent.py', join(root, 'secret.py'));
  expect((await it.change(2)).files).toEqual(['secret.py']);
});

it('does not wait for a pipe, and takes over whether a program may be run', async () => {
  const root = folderWith({ 'agent.sh': '#!/bin/sh' });
  await runScript(root, "require('node:child_process').spawnSync('mkfifo', ['pipe.py'])");
  expect(readdirSync(root)).toContain('pipe.py');
  const it = await watched(root, { command: ['./agent.sh'] });
  expect(it.watch.files).toBe(1);
  chmodSync(join(root, 'agent.sh'), 0o755);
  expect((await it.change(1)).files).toEqual(['agent.sh']);
});

it('counts a huge file by size and time, without reading it', async () => {
  const root = folderWith({ 'agent.py': '' });
  writeFileSync(join(root, 'weights.bin'), '');
  truncateSync(join(root, 'weights.bin'), 8 * 1024 * limits.watchedBytes);
  const startedMs = performance.now();
  const it = await watched(root);
  it.watch.writersAlive('nobody');
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  await it.filesToldUpToAnEdit();
  truncateSync(join(root, 'weights.bin'), 4 * 1024 * limits.watchedBytes);
  await it.until(() => it.changes.at(-1)!.files.includes('weights.bin'));
});

it('leaves data files aside in a folder with too many, and keeps watching the sources', async () => {
  const root = folderWith({ 'agent.py': '', 'strategy.py': '' }, '', true);
  for (let index = 0; index <= limits.watchedFiles; index += 1) write(root, `cache/${index}.json`, '');
  const it = await watched(root);
  expect(it.watch.files).toBe(2);
  expect(it.watch.notices).toMatchObject([{ code: 'watch-narrowed', facts: { breadth: 'certain' } }]);
  it.write('strategy.py', 'x');
  expect((await it.change(1)).files).toEqual(['strategy.py']);
});

it('takes no file for gone when the folder grows beyond what is watched', async () => {
  const it = await watched(folderWith({ 'agent.py': '', 'model.json': '' }, '', true));
  it.watch.writersAlive('nobody');
  for (let index = 0; index <= limits.watchedFiles; index += 1) it.write(`cache/${index}.json`, '');
  await it.until(() => it.notices.length > 0, 'the notice');
  expect(it.notices.map(({ code }) => code)).toEqual(['watch-narrowed']);
  expect(await it.filesToldUpToAnEdit()).toContain('marker.py');
  expect(it.changes.flatMap((change) => change.files)).not.toContain('model.json');
});

it('keeps to what the command names where even the sources are too many', async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index <= limits.watchedFolders; index += 1) files[`p${index}/a.py`] = '';
  const it = await watched(folderWith({ ...files, 'bots/agent.py': '' }, '', true), {
    command: ['python3', 'bots/agent.py'],
  });
  expect(it.watch.files).toBe(1);
  it.write('p1/a.py', 'x');
  it.write('bots/agent.py', 'x');
  expect((await it.change(1)).files).toEqual(['bots/agent.py']);
});

it('refuses a folder that is too large if the command names nothing in it, or globs were asked for', async () => {
  const files: Record<string, string> = { 'src/agent.py': '' };
  for (let index = 0; index <= limits.watchedFolders; index += 1) files[`p${index}/a.py`] = '';
  const root = folderWith(files, '', true);
  const refusal = { exitCode: 2, diagnostics: [{ code: 'watch-too-large' }] };
  await expect(watchSources({ root, command: ['bot'], env: {} })).rejects.toMatchObject(refusal);
  await expect(watched(root, { watch: ['**/*.py'] })).rejects.toMatchObject(refusal);
  // A glob that begins in a folder is looked for there alone.
  const it = await watched(root, { command: ['bot'], watch: ['src/*.py'] });
  it.write('src/agent.py', 'x');
  expect((await it.change(1)).files).toEqual(['src/agent.py']);
});

it('reads the files as they are when it is asked, and still tells of the edit', async () => {
  const it = await watched(folderWith({ 'agent.py': 'v0' }));
  const before = it.watch.state();
  it.write('agent.py', 'v1');
  const after = it.watch.state();
  expect(after.digest).not.toBe(before.digest);
  expect((await it.change(1)).digest).toBe(after.digest);
});

it('tells nothing once it is closed, and lets go of everything', async () => {
  const it = await watched(folderWith({ 'agent.py': 'v0' }));
  it.write('agent.py', 'v1');
  await it.watch.close();
  const other = await watched(it.root);
  await other.filesToldUpToAnEdit();
  expect(it.changes).toEqual([]);
});

it('refuses a folder that is not there', async () => {
  await expect(watchSources({ root: '/nowhere/at/all', command: ['a'] })).rejects.toMatchObject({
    exitCode: 2,
    diagnostics: [{ code: 'watch-folder' }],
  });
});

it('leaves out a virtual environment that is made meanwhile, whatever its name', async () => {
  const it = await watched(folderWith({ 'agent.py': '' }));
  it.write('my-env/pyvenv.cfg', 'home = /usr/bin');
  for (let index = 0; index < 50; index += 1) it.write(`my-env/lib/package${index}/module.py`, 'x');
  const told = await it.filesToldUpToAnEdit();
  expect(told.filter((path) => path.startsWith('my-env/lib'))).toEqual([]);
  expect(it.watch.files).toBe(2);
});
