import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { create, createBin, createdIn, strangerEnv, treeOf } from './createCli.ts';

/** A folder of programs without git, for PATH. */
function pathWithout(program: string): string {
  const folder = temporaryFolder('bin-');
  for (const name of ['node', 'sh', 'env', 'npm']) {
    const found = (process.env.PATH ?? '')
      .split(delimiter)
      .map((each) => join(each, name))
      .find((each) => existsSync(each));
    if (found !== undefined && name !== program) symlinkSync(found, join(folder, name));
  }
  return folder;
}

describe('create-sharpebench-agent', () => {
  it('writes a project and prints what comes next, and nothing else', async () => {
    const { code, stdout, stderr, cwd } = await create(['My Agent', '--template', 'python']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^✓ my-agent \(python\) written to My Agent\n/);
    expect(stdout).toMatch(/\nNext:\n\n {2}cd 'My Agent'\n {2}python3 -m unittest\n {2}node \S+ simulate\n$/);
    const tree = treeOf(join(cwd, 'My Agent'));
    expect(tree['sharpebench.json']).toContain('"name": "my-agent"');
    expect(tree).toHaveProperty(['.gitignore']);
    expect(tree).not.toHaveProperty(['_gitignore']);
    expect(Object.values(tree).join('')).not.toContain('__AGENT_NAME__');
    expect(tree['.git']).toBe('/');
  });

  it('says everything as one JSON object', async () => {
    const result = await create(['bots/one', '--template=python', '--transport=http', '--json', '--no-git']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const created = createdIn(result);
    expect(created).toMatchObject({
      target: join(result.cwd, 'bots/one'),
      name: 'one',
      template: 'python-http',
      kept: [],
      git: 'none',
      installed: null,
      notes: [],
      dry_run: false,
    });
    const files = Object.entries(treeOf(created.target)).filter(([, content]) => content !== '/');
    expect(created.files).toEqual(files.map(([path]) => path).sort());
    expect(created.next_steps[0]).toBe('cd bots/one');
  });

  it('writes nothing in a dry run, and lists what it would write', async () => {
    const dry = await create(['bot', '--template', 'javascript', '--dry-run', '--json']);
    expect(dry.code).toBe(0);
    expect(treeOf(dry.cwd)).toEqual({});
    const wet = await create(['bot', '--template', 'javascript', '--json']);
    expect(createdIn(dry).files).toEqual(createdIn(wet).files);
    expect(createdIn(dry).dry_run).toBe(true);
    const text = await create(['bot', '--template', 'javascript', '--dry-run']);
    expect(text.stdout).toContain('would be written to bot; this is a dry run');
  });

  it('takes defaults with --yes', async () => {
    const result = await create(['--yes', '--json']);
    expect(createdIn(result)).toMatchObject({ name: 'my-agent', template: 'python', git: 'initialized' });
    expect(createdIn(await create(['--yes', '--json', '--name', 'other'])).target).toMatch(/\/other$/);
    expect(createdIn(await create(['--yes', '--json', '--transport', 'http'])).template).toBe('python-http');
  });

  it('keeps the modes of files that are run', async () => {
    const { cwd } = await create(['bot', '--template', 'python']);
    expect(statSync(join(cwd, 'bot/README.md')).mode & 0o111).toBe(0);
  });
});

describe('refused, with exit code 2 and nothing written', () => {
  it.each([
    ['no answers and no terminal', [], 'the folder, --template'],
    ['no template and no terminal', ['bot'], 'not given: --template (python,'],
    ['no folder and no terminal', ['--template', 'go'], 'not given: the folder'],
    ['an unknown template', ['bot', '--template', 'pyton'], 'did you mean python?'],
    ['an unknown transport', ['bot', '--template', 'go', '--transport', 'tcp'], 'stdio, http'],
    [
      'a transport that a template has not',
      ['bot', '--template', 'go', '--transport', 'http'],
      'python-http',
    ],
    ['an unknown flag', ['bot', '--yes', '-x'], "unknown option '-x'"],
    ['two folders', ['a', 'b', '--yes'], 'too many arguments'],
    ['an empty folder name', ['', '--yes'], 'it is empty'],
    ['a folder that climbs out', ['../x', '--yes'], 'leads out of the working directory'],
    ['a name that is a path', ['bot', '--yes', '--name', '../x'], 'it is a path'],
    ['a name with an escape', ['bot', '--yes', '--name', 'a\u001b[31m'], 'kebab-case'],
    ['a folder with an escape', ['a\u001b[31m', '--yes'], 'control or invisible'],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr, cwd } = await create(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('\u001b');
    expect(treeOf(cwd)).toEqual({});
  });

  it.each([[[]], [['--yes']], [['--json']]])('a folder that holds something, with %j', async (flags) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'src'));
    writeFileSync(join(cwd, 'src/mine.py'), 'mine');
    writeFileSync(join(cwd, 'notes.txt'), 'mine');
    const before = treeOf(cwd);
    const { code, stdout, stderr } = await create(['.', '--template', 'python', ...flags], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/is not empty: .*\n {4}notes\.txt\n {4}src\n.*--force-merge/);
    expect(treeOf(cwd)).toEqual(before);
  });

  it('a file, and a link to nothing', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'file'), 'mine');
    symlinkSync('absent', join(cwd, 'link'));
    const before = treeOf(cwd);
    for (const name of ['file', 'link', 'file/bot', 'link/bot']) {
      expect((await create([name, '--yes'], { cwd })).code, name).toBe(2);
    }
    expect(treeOf(cwd)).toEqual(before);
  });
});

describe('a folder that exists', () => {
  it('keeps .git, README and LICENSE byte for byte', async () => {
    const cwd = temporaryFolder('Foo ');
    execFileSync('git', ['init', '--quiet'], { cwd, env: strangerEnv() });
    for (const name of ['README.md', 'LICENSE', '.gitignore']) writeFileSync(join(cwd, name), 'mine');
    const before = treeOf(cwd);
    const created = createdIn(await create(['.', '--template', 'python', '--json'], { cwd }));
    expect(created).toMatchObject({ git: 'inside-work-tree', kept: ['.gitignore', 'README.md'] });
    expect(created.name).toMatch(/^foo/);
    expect(created.next_steps[0]).toBe('python3 -m unittest');
    expect(treeOf(cwd)).toMatchObject(before);
  });

  it('is completed by --force-merge, which overwrites nothing', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'strategy.py'), 'mine');
    const result = await create(['.', '--template', 'python', '--force-merge'], { cwd });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('Kept as it was:\n  strategy.py\n');
    expect(readFileSync(join(cwd, 'strategy.py'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'agent.py'))).toBe(true);
    const again = createdIn(await create(['.', '--template', 'python', '--force-merge', '--json'], { cwd }));
    expect(again.files).toEqual([]);
  });

  it('that cannot be written is exit code 3, and stays as it was', async (context) => {
    const cwd = temporaryFolder();
    const isRoot = process.getuid?.() === 0;
    const nobody = 65534;
    chmodSync(cwd, 0o555);
    const options = { cwd, ...(isRoot ? { uid: nobody } : {}) };
    const probe = await create(['--version'], options).catch(() => null);
    if (probe?.code !== 0) {
      console.warn('SKIPPED: this user cannot give up its rights to write');
      context.skip('this user cannot give up its rights to write');
    }
    for (const args of [
      ['bot', '--yes'],
      ['.', '--yes'],
    ]) {
      const { code, stdout, stderr } = await create(args, options);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain('(EACCES)');
    }
    expect(treeOf(cwd)).toEqual({});
  });
});

describe('git', () => {
  const known = (): Record<string, string> =>
    strangerEnv({
      ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' },
      ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'a' },
      ...{ GIT_CONFIG_KEY_1: 'user.email', GIT_CONFIG_VALUE_1: 'a@example.com' },
    });

  it('commits the project with --git', async () => {
    const result = await create(['bot', '--yes', '--git', '--json'], { env: known() });
    const { target, git } = createdIn(result);
    expect(git).toBe('committed');
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: target, encoding: 'utf8', env: known() });
    expect(log).toBe('feat: a new agent\n');
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: target, encoding: 'utf8' });
    expect(status).toBe('');
  });

  it('makes no repository inside of another', async () => {
    const cwd = temporaryFolder();
    execFileSync('git', ['init', '--quiet'], { cwd });
    const created = createdIn(await create(['apps/bot', '--yes', '--git', '--json'], { cwd, env: known() }));
    expect(created.git).toBe('inside-work-tree');
    expect(existsSync(join(created.target, '.git'))).toBe(false);
  });

  it('that knows no name makes no commit, and that is no failure', async () => {
    const result = await create(['bot', '--yes', '--git']);
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('no first commit: git config user.name is not set');
    expect(existsSync(join(result.cwd, 'bot/.git'))).toBe(true);
  });

  it('may be missing', async () => {
    const result = await create(['bot', '--yes', '--git'], {
      env: strangerEnv({ PATH: pathWithout('git') }),
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('no git repository: git was not found');
    expect(result.wallMs).toBeLessThan(10_000);
    expect(existsSync(join(result.cwd, 'bot/agent.py'))).toBe(true);
  });

  it('is not touched where a hook of another repository calls', async () => {
    const other = temporaryFolder();
    execFileSync('git', ['init', '--quiet'], { cwd: other });
    const before = treeOf(other);
    const env = { ...known(), GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: join(other, '.git/index') };
    const created = createdIn(await create(['bot', '--yes', '--git', '--json'], { env }));
    expect(created.git).toBe('committed');
    expect(treeOf(other)).toEqual(before);
  });
});

describe('packages', () => {
  it('that cannot be had leave a complete project, exit code 3 and the command for later', async () => {
    const env = strangerEnv({
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_user_agent: 'npm/10.8.2 node/v20.20.2 linux x64',
    });
    const result = await create(['bot', '--template', 'typescript', '--install', '--json'], { env });
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('npm install failed (exit code 1); the project is complete without it');
    const created = createdIn(result);
    expect(created).toMatchObject({ installed: null });
    expect(created.next_steps).toContain('npm install');
    expect(existsSync(join(created.target, 'package.json'))).toBe(true);
  });

  it('are given up at a signal: exit code 130, the project complete', async () => {
    const cwd = temporaryFolder();
    // A registry that takes every request and answers none.
    const registry = createServer();
    const asked = new Promise<void>((resolve) => registry.once('request', () => resolve()));
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as AddressInfo;
    const env = strangerEnv({ npm_config_registry: `http://127.0.0.1:${port}` });
    const args = [createBin, 'bot', '--template', 'typescript', '--install'];
    const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    await asked;
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(existsSync(join(cwd, 'bot/package.json'))).toBe(true);
    registry.closeAllConnections();
    await new Promise((resolve) => registry.close(resolve));
  });

  it('are not installed unless asked for, and never where none are needed', async () => {
    const env = strangerEnv({ npm_config_user_agent: 'pnpm/9.1.0 npm/? node/v20.20.2 linux x64' });
    const typescript = createdIn(await create(['a', '--template', 'typescript', '--json'], { env }));
    expect(typescript.installed).toBeNull();
    expect(typescript.next_steps).toEqual([
      ...['cd a', 'pnpm install', 'pnpm run build', 'pnpm run test'],
      expect.stringMatching(/simulate$/),
    ]);
    const python = createdIn(await create(['b', '--template', 'python', '--install', '--json'], { env }));
    expect(python.installed).toBeNull();
  });

  it('of a workspace that leaves the project out are mentioned, and its root stays as it is', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'pnpm-workspace.yaml'), 'packages:\n  - libs/*\n');
    const before = treeOf(cwd);
    const created = createdIn(await create(['apps/bot', '--template', 'typescript', '--json'], { cwd }));
    expect(created.notes.join()).toContain('does not cover apps/bot');
    expect(treeOf(cwd)).toMatchObject(before);
  });
});
