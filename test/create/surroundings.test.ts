import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageManagerFor } from '../../src/create/packageManager.ts';
import { shellWord } from '../../src/create/shellWord.ts';
import { simulatorCommand } from '../../src/create/simulator.ts';
import { projectPath } from '../../src/create/templateFiles.ts';
import { findTemplate } from '../../src/create/templates.ts';
import { workspaceNote } from '../../src/create/workspace.ts';
import { temporaryFolder } from '../support/cli.ts';

describe('the package manager', () => {
  it.each([
    ['npm/10.8.2 node/v20.20.2 linux x64 workspaces/false', 'npm'],
    ['pnpm/9.1.0 npm/? node/v20.20.2 linux x64', 'pnpm'],
    ['yarn/4.5.0 npm/? node/v20.20.2 linux x64', 'yarn'],
    ['bun/1.2.0 npm/? node/v22.6.0 linux x64', 'bun'],
  ])('is the one that called: %s', (agent, manager) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bun.lock'), '');
    const env = { npm_config_user_agent: agent, PNPM_HOME: '/p' };
    expect(packageManagerFor(env, join(folder, 'bot'))).toBe(manager);
  });

  it('is that of the nearest lock file above where none called, else npm', () => {
    const folder = temporaryFolder();
    expect(packageManagerFor({ PNPM_HOME: '/p' }, join(folder, 'bot'))).toBe('npm');
    writeFileSync(join(folder, 'pnpm-lock.yaml'), '');
    expect(packageManagerFor({}, join(folder, 'apps/bot'))).toBe('pnpm');
  });
});

describe('the simulator of the next steps', () => {
  const installed = (resolved: string): string => {
    const modules = join(mkdtempSync(join(tmpdir(), 'npx-')), 'node_modules');
    mkdirSync(join(modules, 'create-sharpebench-agent'), { recursive: true });
    const packages = { 'node_modules/create-sharpebench-agent': { resolved } };
    writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
    return join(modules, 'create-sharpebench-agent');
  };

  it('is named by package where the package came from a registry', () => {
    expect(simulatorCommand(installed('https://registry.example.com/c.tgz'), '1.2.3')).toEqual([
      ...['npx', '--package', 'create-sharpebench-agent@1.2.3', 'sbdev'],
    ]);
  });

  it('is its own file where it came as a tarball, or from a clone', () => {
    const folder = installed('file:../create-sharpebench-agent-1.2.3.tgz');
    expect(simulatorCommand(folder, '1.2.3')).toEqual(['node', join(folder, 'dist/bin/sbdev.js')]);
    expect(simulatorCommand('/opt/kit', '1.2.3')).toEqual(['node', '/opt/kit/dist/bin/sbdev.js']);
  });
});

describe('a workspace above', () => {
  const inWorkspace = (patterns: string[], path: string): string | null => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: patterns }));
    return workspaceNote(join(folder, path));
  };

  it('is mentioned only if it leaves the project out', () => {
    expect(inWorkspace(['apps/*'], 'apps/bot')).toBeNull();
    expect(inWorkspace(['./apps/**'], 'apps/a/bot')).toBeNull();
    expect(inWorkspace(['libs/*'], 'apps/bot')).toContain('does not cover apps/bot');
    expect(inWorkspace(['apps/*', '!apps/bot'], 'apps/bot')).toContain('does not cover');
    expect(inWorkspace(['apps/*'], 'apps/a/bot')).toContain('does not cover');
    expect(workspaceNote(join(temporaryFolder(), 'bot'))).toBeNull();
  });

  it('may be described for pnpm', () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'pnpm-workspace.yaml'),
      'packages:\n  # all apps\n  - "apps/*"\n  - libs/one\ncatalog:\n  - bots/*\n',
    );
    expect(workspaceNote(join(folder, 'apps/bot'))).toBeNull();
    expect(workspaceNote(join(folder, 'libs/one'))).toBeNull();
    expect(workspaceNote(join(folder, 'bots/bot'))).toContain('does not cover');
  });
});

it('a word is quoted for the shell that reads it', () => {
  expect(shellWord('my-agent', 'linux')).toBe('my-agent');
  expect(shellWord('My Agent', 'linux')).toBe("'My Agent'");
  expect(shellWord("it's $HOME", 'linux')).toBe("'it'\\''s $HOME'");
  expect(shellWord('My Agent', 'win32')).toBe('"My Agent"');
  expect(shellWord('C:\\bots\\one', 'win32')).toBe('C:\\bots\\one');
});

it('files that npm would not pack are stored under another name', () => {
  expect(projectPath('_gitignore')).toBe('.gitignore');
  expect(projectPath('src/_gitignore')).toBe('src/.gitignore');
  expect(projectPath('_init.py')).toBe('_init.py');
});

it('a template and a transport together name one template, or none', () => {
  expect(findTemplate('python', 'http')?.id).toBe('python-http');
  expect(findTemplate('python', 'stdio')?.id).toBe('python');
  expect(findTemplate('python-http')?.transport).toBe('http');
  expect(findTemplate('python-http', 'stdio')).toBeNull();
  expect(findTemplate('rust', 'http')).toBeNull();
});
