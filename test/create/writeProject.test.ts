import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layOut } from '../../src/create/layout.ts';
import { findTarget } from '../../src/create/target.ts';
import type { ProjectFile } from '../../src/create/templateFiles.ts';
import { writeProject } from '../../src/create/writeProject.ts';
import { CannotRunError, UsageError } from '../../src/kernel/errors.ts';
import { temporaryFolder } from '../support/cli.ts';
import { treeOf } from './createCli.ts';

const file = (path: string, isExecutable = false): ProjectFile => ({
  path,
  content: Buffer.from(`new ${path}`),
  isExecutable,
});

function codeOf(action: () => unknown): string | null {
  try {
    action();
  } catch (error) {
    if (error instanceof UsageError || error instanceof CannotRunError) return error.diagnostics[0]!.code;
    throw error;
  }
  return null;
}

/** The second file cannot be written, since the first stands where its folder has to be. */
const impossible = [file('a'), file('b/c/d'), file('a/e')];

describe('a project', () => {
  it('is written whole, with executables as such', () => {
    const cwd = temporaryFolder();
    writeProject([file('a'), file('b/run.sh', true)], findTarget('deep/er/bot', cwd));
    expect(treeOf(join(cwd, 'deep/er/bot'))).toEqual({
      a: 'new a',
      b: '/',
      'b/run.sh': 'new b/run.sh',
    });
    expect(statSync(join(cwd, 'deep/er/bot/b/run.sh')).mode & 0o100).toBe(0o100);
    expect(statSync(join(cwd, 'deep/er/bot/a')).mode & 0o111).toBe(0);
    // A draft would have been private, or lie beside it.
    expect(treeOf(join(cwd, 'deep'))).not.toHaveProperty('.bot');
  });

  it('leaves nothing behind where a file fails, not even the folders on the way', () => {
    const cwd = temporaryFolder();
    expect(codeOf(() => writeProject(impossible, findTarget('deep/er/bot', cwd)))).toBe('target-unwritable');
    expect(treeOf(cwd)).toEqual({});
  });

  it('is taken back out of a folder that was there, down to what was there', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'b'));
    writeFileSync(join(cwd, 'README.md'), 'mine');
    const before = treeOf(cwd);
    expect(codeOf(() => writeProject(impossible, findTarget('.', cwd)))).toBe('target-unwritable');
    expect(treeOf(cwd)).toEqual(before);
  });

  it('never overwrites a file that came in between, and does not delete it either', () => {
    const cwd = temporaryFolder();
    const target = findTarget('.', cwd);
    writeFileSync(join(cwd, 'b'), 'theirs');
    expect(codeOf(() => writeProject([file('a'), file('b')], target))).toBe('target-unwritable');
    expect(treeOf(cwd)).toEqual({ b: 'theirs' });
  });

  it('does not replace a folder that came in between', () => {
    const cwd = temporaryFolder();
    const target = findTarget('bot', cwd);
    mkdirSync(join(cwd, 'bot'));
    writeFileSync(join(cwd, 'bot/theirs'), 'theirs');
    expect(codeOf(() => writeProject([file('a')], target))).toBe('target-unwritable');
    expect(treeOf(cwd)).toEqual({ bot: '/', 'bot/theirs': 'theirs' });
  });
});

describe('a folder that is not empty', () => {
  it.each(['.git', '.gitignore', '.DS_Store', 'README', 'README.md', 'readme.txt', 'LICENSE', 'LICENSE.md'])(
    'may hold %s',
    (name) => {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, name), 'mine');
      const { toWrite, kept } = layOut([file('a'), file(name)], findTarget('.', cwd), false);
      expect([toWrite.map((each) => each.path), kept]).toEqual([['a'], [name]]);
    },
  );

  it.each(['src', 'notes.txt', '.env', '.github', '.gitmodules'])('is refused for %s', (name) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, name), 'mine');
    expect(codeOf(() => layOut([file('a')], findTarget('.', cwd), false))).toBe('target-not-empty');
  });

  it('takes only files that do not exist when it is merged', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'faults'));
    writeFileSync(join(cwd, 'faults/sample.json'), 'mine');
    writeFileSync(join(cwd, 'notes.txt'), 'mine');
    const { toWrite, kept } = layOut([file('a'), file('faults/sample.json')], findTarget('.', cwd), true);
    expect([toWrite.map((each) => each.path), kept]).toEqual([['a'], ['faults/sample.json']]);
  });

  it.each([
    ['a file where a folder has to be', (cwd: string) => writeFileSync(join(cwd, 'faults'), 'mine')],
    ['a link where a folder has to be', (cwd: string) => symlinkSync('/tmp', join(cwd, 'faults'))],
    [
      'a folder where a file has to be',
      (cwd: string) => mkdirSync(join(cwd, 'faults/sample.json'), { recursive: true }),
    ],
  ])('cannot be merged over %s', (_, prepare) => {
    const cwd = temporaryFolder();
    prepare(cwd);
    expect(codeOf(() => layOut([file('faults/sample.json')], findTarget('.', cwd), true))).toBe(
      'target-blocked',
    );
  });
});
