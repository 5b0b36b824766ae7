import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/kernel/errors.ts';
import { fileKind } from '../../src/reload/fileKinds.ts';
import { readGlobs } from '../../src/reload/globs.ts';
import { fromRoot, WatchedFiles, type WatchedFilesOptions } from '../../src/reload/watchedFiles.ts';
import { folderWith } from './watching.ts';

describe('the kind of a file', () => {
  it.each([
    ['source', ['agent.py', 'Agent.PY', 'main.rs', 'go.mod', 'Makefile', 'Dockerfile', 'requirements.txt']],
    [
      'source',
      ['sharpebench.json', 'package.json', 'settings.toml', 'prompt.md', 'system.j2', '.env', 'agent.R'],
    ],
    [
      'data',
      [
        'model.json',
        'prices.csv',
        'weights.npy',
        'state.pkl',
        'out.txt',
        'LICENSE',
        'java',
        'r',
        'Cargo.lock.txt',
      ],
    ],
    [
      'artefact',
      ['cache.sqlite', 'cache.sqlite-wal', 'cache.sqlite3-journal', 'a.db', 'run.log', 'run.log.1'],
    ],
    [
      'artefact',
      ['agent.pid', 'm.pyc', 'M.class', 'a.o', 'libx.so', 'libx.so.1.2', 'core.123', 'x.lock', '.coverage'],
    ],
    ['scratch', ['agent.py~', '.agent.py.swp', '.agent.py.swo', '4913', '.#agent.py', '#agent.py#', 'x.tmp']],
    [
      'scratch',
      ['agent.py.tmp.4711.abc', 'agent.py___jb_tmp___', '.goutputstream-X1Y2Z3', 'agent.py.bak', 'sedAbC123'],
    ],
    ['scratch', ['.DS_Store', '.nfs000000000012ab34', 'agent.py.orig', '.fuse_hidden0001']],
  ] as const)('is %s: %j', (kind, names) => {
    for (const name of names) expect([name, fileKind(name)]).toEqual([name, kind]);
  });
});

describe('globs', () => {
  const matches = (glob: string, path: string): boolean => readGlobs([glob], 'watch')[0]!.matches(path);

  it.each([
    ['*.py', 'agent.py', true],
    ['*.py', 'src/agent.py', false],
    ['**/*.py', 'agent.py', true],
    ['**/*.py', 'src/deep/agent.py', true],
    ['src', 'src/deep/a.py', true],
    ['src/', 'src/a.py', true],
    ['./src/**', 'src/a.py', true],
    ['src/*.{py,json}', 'src/a.json', true],
    ['src/[ab].py', 'src/c.py', false],
    ['src/?.py', 'src/a.py', true],
    ['**', '.config/a.py', true],
    ['*.py', '.hidden.py', true],
    ['notes/**', 'notes.md', false],
  ] as const)('%s on %s: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it.each(['', '  ', '!a.py', '../x/**', 'a/../../b', '/etc/*', 'x'.repeat(2_000)])(
    'that cannot be used are refused: %s',
    (glob) => {
      expect(() => readGlobs([glob], 'ignore')).toThrow(UsageError);
    },
  );
});

describe('which files count', () => {
  const rules = (options: Partial<WatchedFilesOptions> = {}): WatchedFiles =>
    new WatchedFiles({ root: options.root ?? '/project', command: ['python3', 'agent.py'], ...options });

  it('without globs: source for certain, data with doubt, the rest never', () => {
    const standing = (path: string) => rules().standing(path);
    expect(standing('lib/a.py')).toBe('certain');
    expect(standing('lib/a.json')).toBe('data');
    expect(standing('lib/a.sqlite')).toBe(null);
    expect(standing('lib/a.py~')).toBe(null);
  });

  it('data that the runs are read from is told apart, by whatever way it was named', () => {
    const root = folderWith({ 'data/a.csv': '' });
    symlinkSync(join(root, 'data'), join(root, 'linked'));
    const named = ['data/a.csv', 'linked/b.csv', 'none/c.csv', '../d.csv', 'plan.py'];
    const inputs = rules({ root, inputs: named.map((path) => join(root, path)) });
    expect(inputs.inputs).toEqual(new Set(['data/a.csv', 'data/b.csv', 'plan.py']));
    expect(inputs.standing('data/a.csv')).toBe('input');
    expect(inputs.standing('data/c.csv')).toBe('data');
    expect(inputs.standing('plan.py')).toBe('certain');
  });

  it('with globs: what they match for certain, artefacts only by their own name', () => {
    const { standing } = { standing: (path: string) => rules({ watch: ['src/**', 'a.db'] }).standing(path) };
    expect(standing('src/model.json')).toBe('certain');
    expect(standing('src/cache.sqlite')).toBe(null);
    expect(standing('a.db')).toBe('certain');
    expect(standing('other.py')).toBe(null);
    expect(standing('agent.py')).toBe('certain');
    expect(standing('sharpebench.json')).toBe('certain');
    expect(standing('src/../sharpebench.json.bak')).toBe(null);
  });

  it('without what is ignored, folders included', () => {
    const ignoring = rules({ ignore: ['notes/**', '*.md', 'old'] });
    expect(ignoring.standing('README.md')).toBe(null);
    expect(ignoring.enters('old')).toBe(false);
    expect(ignoring.standing('notes/a.py')).toBe(null);
    expect(ignoring.standing('lib/notes/a.py')).toBe('certain');
    for (const folder of ['.git', 'lib/node_modules', 'a/b/__pycache__']) {
      expect(ignoring.enters(folder)).toBe(false);
    }
  });

  it('with a file or a base of a glob that is named inside an ignored folder, and nothing beside it', () => {
    const built = rules({ command: ['target/release/agent'] });
    expect(['target', 'target/release'].map((folder) => built.enters(folder))).toEqual([true, true]);
    expect(built.standing('target/release/agent')).toBe('certain');
    expect(built.standing('target/release/other.rs')).toBe(null);
    const globbed = rules({ watch: ['dist/**/*.js'] });
    expect(globbed.enters('dist')).toBe(true);
    expect(globbed.standing('dist/a.js')).toBe('certain');
  });

  it('names the program if it is a path, the script, and sources that are there', () => {
    const root = folderWith({ 'agent.py': '', run: '', 'settings.toml': '', 'data.csv': '' });
    const named = (command: readonly string[], isBuilt = false) => rules({ root, command, isBuilt }).named;
    expect(named(['python3', '-u', 'agent.py'])).toEqual(['agent.py']);
    expect(named(['python3', 'gone.py'])).toEqual(['gone.py']);
    expect(named(['bash', 'run'])).toEqual(['run']);
    expect(named(['./run', 'settings.toml', 'data.csv', 'result.md'])).toEqual(['run', 'settings.toml']);
    expect(named(['python3', '--out', 'result.md', 'agent.py'])).toEqual(['agent.py']);
    expect(named(['python3', '-c', 'import a.py', 'b.py'])).toEqual(['b.py']);
    expect(named(['env', 'LC_ALL=C', 'java', '-cp', 'out', 'agent.Agent'])).toEqual([]);
    expect(named(['uv', 'sync', 'agent.py'])).toEqual(['agent.py']);
    expect(named(['agent.py'])).toEqual([]);
    expect(named(['python3', '-m', 'bot'])).toEqual([]);
    expect(named(['node', 'https://example.com/a.js', '../elsewhere.js'])).toEqual([]);
    expect(named([])).toEqual([]);
  });

  it('does not name what a build makes', () => {
    const named = (command: readonly string[]) => rules({ command, isBuilt: true }).named;
    expect(named(['./agent'])).toEqual([]);
    expect(named(['node', 'dist/agent.js'])).toEqual([]);
    expect(named(['target/release/agent'])).toEqual([]);
    expect(named(['node', 'src/agent.js'])).toEqual(['src/agent.js']);
  });

  it('looks at paths from the root alone', () => {
    expect(fromRoot('/a/node_modules/x', '/a/node_modules/x/agent.py')).toBe('agent.py');
    expect(fromRoot('/a', '/a')).toBe('');
    expect(fromRoot('/a', '/ab/c')).toBe(null);
    expect(fromRoot('/a', '/a/..b/c')).toBe('..b/c');
  });
});
