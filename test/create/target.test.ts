import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTarget } from '../../src/create/target.ts';
import { UsageError } from '../../src/kernel/errors.ts';
import { temporaryFolder } from '../support/cli.ts';
import { treeOf } from './createCli.ts';

function reasonFor(asked: string, cwd: string): unknown {
  try {
    findTarget(asked, cwd);
  } catch (error) {
    if (error instanceof UsageError) return error.diagnostics[0]!.facts.reason;
    throw error;
  }
  return null;
}

describe('the folder of a project', () => {
  it('may be new, in folders that are new as well', () => {
    const cwd = temporaryFolder();
    expect(findTarget('x/y z/My Bot', cwd)).toEqual({
      folder: join(cwd, 'x/y z/My Bot'),
      folderName: 'My Bot',
      entries: null,
    });
    expect(treeOf(cwd)).toEqual({});
  });

  it('may be absolute, the working directory itself, or reached over ".." that stays inside', () => {
    const cwd = temporaryFolder();
    const other = temporaryFolder();
    expect(findTarget(join(other, 'b'), cwd).folder).toBe(join(other, 'b'));
    expect(findTarget('.', cwd)).toMatchObject({ folder: cwd, entries: [] });
    expect(findTarget('a/../b', cwd).folder).toBe(join(cwd, 'b'));
  });

  it.each([
    ['', 'empty'],
    [' ', 'empty'],
    ['../z', 'leads out of the working directory'],
    ['a/../../z', 'leads out of the working directory'],
    ['/', 'root of the file system'],
    ['~/bot', 'home folder'],
    ['.hidden', 'begins with a dot'],
    ['a/.hidden', 'begins with a dot'],
    ['-x', 'begins with a dash'],
    ['node_modules', 'node_modules'],
    ['node_modules/bot', 'node_modules'],
    ['a\\b', 'backslash'],
    ['a\u001b[31mb', 'control'],
    ['a\u202eb', 'control or invisible'],
  ])('is not %j', (asked, reason) => {
    expect(reasonFor(asked, temporaryFolder())).toContain(reason);
  });

  it('is no file, and lies below none', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'notes'), 'mine');
    expect(reasonFor('notes', cwd)).toContain('a file');
    expect(reasonFor('notes/bot', cwd)).toContain('no folder');
  });

  it('is not reached over a link to nothing, or out of the working directory', () => {
    const cwd = temporaryFolder();
    const other = temporaryFolder();
    symlinkSync(join(cwd, 'absent'), join(cwd, 'dangling'));
    symlinkSync(other, join(cwd, 'away'));
    mkdirSync(join(cwd, 'near'));
    symlinkSync('near', join(cwd, 'alias'));
    expect(reasonFor('dangling', cwd)).toContain('link to nothing');
    expect(reasonFor('dangling/bot', cwd)).toContain('link to nothing');
    expect(reasonFor('away', cwd)).toContain('a symbolic link to');
    expect(reasonFor('away/bot', cwd)).toContain('out of this folder');
    expect(reasonFor('alias', cwd)).toBeNull();
  });
});
