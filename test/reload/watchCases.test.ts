import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs, {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { UsageError } from '../../src/kernel/errors.ts';
import { watchSources } from '../../src/reload/sourceWatch.ts';
import { folderWith, watched, write } from './watching.ts';

/** The cases of the family "watch" that are decided by which files changed. */
describe('W01: an editor that writes beside the file and renames over it', () => {
  it('is one change a save, five times in a row', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v0' }));
    for (let save = 1; save <= 5; save += 1) {
      it.write('agent.py.tmp', `v${save}`);
      renameSync(join(it.root, 'agent.py.tmp'), join(it.root, 'agent.py'));
      expect((await it.change(save)).files).toEqual(['agent.py']);
    }
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    expect(it.changes.length).toBe(6);
  });

  it("is one change a save with vim's swap, trial and backup files around it", async () => {
    const it = await watched(folderWith({ 'agent.py': 'v0' }));
    const at = (name: string): string => join(it.root, name);
    for (let save = 1; save <= 5; save += 1) {
      it.write('.agent.py.swp', 'b0VIM');
      it.write('4913', '');
      unlinkSync(at('4913'));
      renameSync(at('agent.py'), at('agent.py~'));
      it.write('agent.py', `v${save}`);
      unlinkSync(at('agent.py~'));
      unlinkSync(at('.agent.py.swp'));
      expect((await it.change(save)).files).toEqual(['agent.py']);
    }
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    expect(it.changes.length).toBe(6);
  });
});

describe('W02: a file that vanishes and comes back', () => {
  it('is waited for, and is one change when it is back', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v1', 'strategy.py': 's' }));
    unlinkSync(join(it.root, 'agent.py'));
    expect(await it.change(1)).toMatchObject({ files: ['agent.py'], missing: ['agent.py'] });
    expect(it.watch.state().missing).toEqual(['agent.py']);

    it.write('agent.py', 'v2');
    const back = await it.change(2);
    expect(back).toMatchObject({ files: ['agent.py'], missing: [] });
    expect(back.digest).toBe(it.watch.state().digest);
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    expect(it.changes.length).toBe(3);
  });

  it('comes back with the digest that it had, if its content is the same', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v1', 'strategy.py': 's' }));
    const before = it.watch.state().digest;
    unlinkSync(join(it.root, 'agent.py'));
    await it.change(1);
    it.write('agent.py', 'v1');
    expect((await it.change(2)).digest).toBe(before);
  });

  it('is missing from the start, and no change until it is there', async () => {
    const it = await watched(folderWith({ 'helper.py': '' }));
    expect(it.watch.state().missing).toEqual(['agent.py']);
    it.write('agent.py', 'v1');
    expect(await it.change(1)).toMatchObject({ files: ['agent.py'], missing: [] });
  });

  it('is seen again when the whole folder was removed and made anew', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v1' }, 'project'));
    rmSync(it.root, { recursive: true });
    expect((await it.change(1)).missing).toEqual(['agent.py']);
    it.write('agent.py', 'v2');
    expect((await it.change(2)).missing).toEqual([]);
    it.write('agent.py', 'v3');
    expect((await it.change(3)).files).toEqual(['agent.py']);
  });
});

describe('W03: folders that would use up the watches of the system', () => {
  const original = fs.watch;
  afterEach(() => {
    fs.watch = original;
    syncBuiltinESMExports();
  });

  /** Counts what is watched; from the given number on the system refuses. */
  function countWatches(refuseAfter = Number.POSITIVE_INFINITY, code = 'ENOSPC'): string[] {
    const paths: string[] = [];
    const counting = ((path: fs.PathLike, ...rest: [never]) => {
      if (paths.length >= refuseAfter) {
        const message = `${code}: System limit for number of file watchers reached, watch '${String(path)}'`;
        throw Object.assign(new Error(message), { code, errno: -28, syscall: 'watch', path });
      }
      paths.push(String(path));
      return original(path, ...rest);
    }) as typeof fs.watch;
    fs.watch = counting;
    syncBuiltinESMExports();
    return paths;
  }

  it('are not watched at all, a virtual environment of any name among them', async () => {
    const files = { 'agent.py': '', 'lib/indicators.py': '', 'my-env/pyvenv.cfg': '' };
    const root = folderWith(files, '', true);
    for (let index = 0; index < 20_000; index += 1) {
      if (index % 500 === 0) mkdirSync(join(root, `.venv/lib/p${index / 500}`), { recursive: true });
      writeFileSync(join(root, `.venv/lib/p${Math.floor(index / 500)}/m${index}.py`), '');
    }
    for (const folder of [
      'venv',
      'node_modules',
      '__pycache__',
      '.git',
      'target',
      'dist',
      'lib/node_modules',
    ]) {
      write(root, `${folder}/deep/module.py`, '');
    }
    write(root, 'my-env/lib/site.py', '');
    const paths = countWatches();
    const it = await watched(root);
    const seen = [...new Set(paths.map((path) => relative(root, path)))].sort();
    expect(seen).toEqual(['', 'agent.py', 'lib', 'lib/indicators.py']);
    expect(it.watch.files).toBe(2);
    expect(it.watch.mode).toBe('events');
  }, 60_000);

  it.each(['ENOSPC', 'EMFILE'])(
    'fall back to looking at the files where the system refuses (%s)',
    async (code) => {
      const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}.py`, '']));
      const root = folderWith({ 'agent.py': 'v0', ...files });
      countWatches(5, code);
      const it = await watched(root);
      expect(it.watch.mode).toBe('polling');
      expect(it.watch.files).toBe(21);
      expect(it.watch.reason).toContain('fs.inotify.max_user_watches');
      const words = wordsOf(it.watch.notices[0]!);
      expect(`${words.message} ${words.fix}`).toContain('fs.inotify.max_user_watches');
      expect(`${words.message} ${words.cause} ${words.fix}`).not.toMatch(/disk|space/);

      it.write('agent.py', 'v1');
      expect((await it.change(1)).files).toEqual(['agent.py']);
    },
  );

  it('fall back when the limit is met later, and say so once', async () => {
    const root = folderWith({ 'agent.py': 'v0' });
    countWatches(2);
    const it = await watched(root);
    expect(it.watch.mode).toBe('events');
    it.write('new/strategy.py', '');
    it.write('new/second.py', '');
    await it.until(() => it.watch.mode === 'polling', 'the fall back');
    expect(it.notices.map(({ code }) => code)).toEqual(['watch-limit']);
    it.write('agent.py', 'v1');
    await it.until(() => it.changes.some((change) => change.files.includes('agent.py')));
  });
});

describe('W04: thousands of files of a package manager', () => {
  it('are no change', async () => {
    const it = await watched(folderWith({ 'agent.py': '' }, '', true));
    for (let index = 0; index < 1_500; index += 1) {
      it.write(`node_modules/.staging/p${index % 50}/f${index}.js`, 'x');
      it.write(`.venv/lib/p${index % 50}/f${index}.py`, 'x');
    }
    rmSync(join(it.root, 'node_modules/.staging'), { recursive: true });
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    expect(it.changes.length).toBe(1);
  }, 30_000);
});

describe('W05: a run that writes into the watched folder', () => {
  const agent = `
import json, os, sqlite3, indicators
with sqlite3.connect('cache.sqlite') as cache:
    cache.execute('create table if not exists t (x)')
    cache.execute('insert into t values (random())')
with open('agent.log', 'a') as log: log.write(str(os.getpid()))
os.makedirs('cache', exist_ok=True)
with open('cache/%d.json' % os.getpid(), 'w') as answer: answer.write('{}')
with open('state.json', 'w') as state: json.dump({'pid': os.getpid()}, state)
`;

  it('is no edit: bytecode, databases, logs, records, and data files that were there before', async () => {
    const it = await watched(
      folderWith({ 'agent.py': agent, 'indicators.py': 'x = 1', 'state.json': '{}', 'model.json': '1' }),
    );
    const { PYTHONDONTWRITEBYTECODE: _, ...env } = process.env;
    it.watch.writersAlive('programs');
    for (let run = 0; run < 2; run += 1) {
      const ended = spawnSync('python3', ['agent.py'], { cwd: it.root, env, encoding: 'utf8' });
      expect(ended.stderr).toBe('');
      it.write('.sbdev/runs/one/journal.jsonl', `{"run":${run}}\n`);
      expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    }
    it.watch.writersAlive('nobody');
    expect(existsSync(join(it.root, '__pycache__'))).toBe(true);
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    expect(it.changes.length).toBe(3);
    await it.until(() => it.notices.length > 0);
    expect(it.notices.map((notice) => [notice.code, notice.place.file])).toEqual([
      ['watch-output', 'state.json'],
    ]);
  });

  it('leaves edits of data files what they are once no agent is alive', async () => {
    const it = await watched(folderWith({ 'agent.py': '', 'model.json': '1' }));
    it.write('model.json', '2');
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    it.watch.writersAlive('nobody');
    await it.until(() => it.notices.length > 0, 'the notice');
    it.write('model.json', '2');
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    it.write('model.json', '3');
    await it.until(() => it.changes.at(-1)!.files.includes('model.json'));
  });

  it('counts what `watch` names at any time', async () => {
    const it = await watched(folderWith({ 'agent.py': '', 'model.json': '1', 'notes.json': '1' }), {
      watch: ['*.py', 'model.json'],
    });
    it.write('notes.json', '2');
    it.write('model.json', '2');
    expect((await it.change(1)).files).toEqual(['model.json']);
  });
});

describe('W06: no other content, no change', () => {
  it('holds for touch, the same bytes again, files that come and go, and readers', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v0', 'lib/a.py': 'a' }));
    const path = join(it.root, 'agent.py');
    const before = it.watch.state();
    utimesSync(path, new Date(), new Date());
    it.write('agent.py', 'v0');
    it.write('x.tmp', 'x');
    unlinkSync(join(it.root, 'x.tmp'));
    readFileSync(path);
    it.write('lib/agent.pyc', 'x');
    it.write('agent.py.new.tmp', 'v0');
    renameSync(join(it.root, 'agent.py.new.tmp'), path);
    expect(it.watch.state()).toEqual(before);
    expect(await it.filesToldUpToAnEdit()).toEqual(['marker.py']);
    expect(it.changes.length).toBe(1);
  });

  it('sees another content of the same size and time stamp', async () => {
    const root = folderWith({ 'agent.py': 'aaaa' });
    const path = join(root, 'agent.py');
    const then = new Date(1_700_000_000_000);
    utimesSync(path, then, then);
    const it = await watched(root);
    writeFileSync(path, 'bbbb');
    utimesSync(path, then, then);
    expect((await it.change(1)).files).toEqual(['agent.py']);
  });
});

describe('W09: a save with a syntax error, then its correction', () => {
  it('is a change each, with another digest', async () => {
    const it = await watched(folderWith({ 'agent.py': 'def decide(): pass' }));
    const good = it.watch.state().digest;
    it.write('agent.py', 'def decide(:');
    expect((await it.change(1)).digest).not.toBe(good);
    it.write('agent.py', 'def decide(): pass');
    expect((await it.change(2)).digest).toBe(good);
  });
});

describe('W10: a file system that tells of no change', () => {
  const plan9 = 0x01021997;

  it('is recognized, said in one line, and looked at', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v0' }), {
      platform: 'linux',
      statfs: () => ({ type: plan9 }),
    });
    expect(it.watch.mode).toBe('polling');
    expect(it.watch.reason).toContain('9p');
    expect(it.watch.reason).not.toContain('\n');
    const writtenMs = performance.now();
    it.write('agent.py', 'v1');
    await it.change(1);
    expect(performance.now() - writtenMs).toBeLessThan(2_000);
  });

  it('is looked at on request, by flag or by variable', async () => {
    const root = folderWith({ 'agent.py': '' });
    const modeOf = async (options: Parameters<typeof watched>[1]): Promise<string> =>
      (await watched(root, { platform: 'linux', statfs: () => ({ type: 0xef53 }), ...options })).watch.mode;
    expect(await modeOf({})).toBe('events');
    expect(await modeOf({ polling: true })).toBe('polling');
    expect(await modeOf({ env: { CHOKIDAR_USEPOLLING: '1' } })).toBe('polling');
    expect(await modeOf({ env: { CHOKIDAR_USEPOLLING: '' } })).toBe('events');
    expect(await modeOf({ env: { CHOKIDAR_USEPOLLING: '0' }, statfs: () => ({ type: plan9 }) })).toBe(
      'events',
    );
    expect(await modeOf({ polling: false, statfs: () => ({ type: plan9 }) })).toBe('events');
  });

  it('is found out where its name does not say so', async () => {
    const it = await watched(folderWith({ 'agent.py': 'v0' }), { watchFunction: silentWatcher });
    expect(it.watch.mode).toBe('events');
    // The first is found by the look that every watch begins with, and is no evidence.
    for (const [index, text] of ['v1', 'v2', 'v3'].entries()) {
      it.write('agent.py', text);
      expect((await it.change(index + 1)).files).toEqual(['agent.py']);
    }
    expect(it.watch.mode).toBe('polling');
    expect(it.notices.map(({ code }) => code)).toEqual(['watch-polling']);
    expect(it.watch.reason).toContain('had not told of');
  });

  function silentWatcher(): FSWatcher {
    const silent = Object.assign(new EventEmitter(), { close: async () => undefined });
    setImmediate(() => silent.emit('ready'));
    return silent as unknown as FSWatcher;
  }
});

describe('W11: a parent folder whose name is one of the ignored', () => {
  it.each(['.work/x', 'node_modules/x', '.claude/worktrees/dist/x', 'build/.venv/target/x'])(
    'does not matter: %s',
    async (below) => {
      const it = await watched(folderWith({ 'agent.py': 'v0', 'lib/a.py': '' }, below));
      it.write('agent.py', 'v1');
      expect((await it.change(1)).files).toEqual(['agent.py']);
      it.write('lib/a.py', 'a');
      expect((await it.change(2)).files).toEqual(['lib/a.py']);
    },
  );

  it('does not matter where it is named by a way around, or by a link', async () => {
    const root = folderWith({ 'agent.py': 'v0' }, 'node_modules/x');
    symlinkSync(root, join(root, '../../linked'));
    for (const [index, way] of ['../x', '../../linked', '../../node_modules/../node_modules/x'].entries()) {
      const it = await watched(join(root, way));
      it.write('agent.py', `v${index + 1}`);
      expect((await it.change(1)).files).toEqual(['agent.py']);
    }
  });
});

describe('W12: globs', () => {
  const files = { 'agent.py': '', 'src/a.py': '', 'src/deep/b.py': '', 'src/c.txt': '', 'other.py': '' };

  it('are matched by the kit, across folders', async () => {
    const it = await watched(folderWith(files), { watch: ['src/**/*.py'] });
    // Those that match, and the one that the command names.
    expect(it.watch.files).toBe(3);
    it.write('src/c.txt', 'x');
    it.write('other.py', 'x');
    it.write('src/deep/b.py', 'x');
    expect((await it.change(1)).files).toEqual(['src/deep/b.py']);
  });

  it('that match nothing are an error with exit code 2', async () => {
    const root = folderWith(files);
    const refused = watchSources({
      root,
      command: ['python3', 'agent.py'],
      watch: ['sources/**/*.py', '*.rs'],
    });
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    const error = (await refused.catch((each) => each)) as UsageError;
    expect(error.exitCode).toBe(2);
    expect(error.diagnostics.map(({ code }) => code)).toEqual(['watch-matches-nothing']);
    expect(wordsOf(error.diagnostics[0]!).message).toContain('no file matches sources/**/*.py, *.rs');
  });

  it('are each named that match nothing while others do', async () => {
    const it = await watched(folderWith(files), { watch: ['src/**', 'modle.json'] });
    expect(it.watch.notices).toMatchObject([{ code: 'watch-glob-unmatched', found: 'modle.json' }]);
  });

  it('are not needed: a folder without any file that counts is an error as well', async () => {
    const root = folderWith({ 'node_modules/a.js': '', 'run.log': '' });
    await expect(watchSources({ root, command: ['agent'] })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [{ code: 'watch-matches-nothing' }],
    });
  });
});
