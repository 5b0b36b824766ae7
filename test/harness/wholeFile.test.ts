import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeWhole, writeWholeNow } from '../../src/harness/wholeFile.ts';
import { projectRoot, resultOf, temporaryFolder } from '../support/cli.ts';

/** A folder with a file from before. */
function folderWithFile(): { readonly folder: string; readonly path: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'out');
  writeFileSync(path, 'before');
  return { folder, path };
}

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

/** After the next look at events. */
const signalsAreLetBe = () => new Promise((later) => setImmediate(() => setImmediate(later)));

describe('a file that is written whole', () => {
  test('is what its pieces are, takes the place of one from before, and leaves nothing beside it', async () => {
    const { folder, path } = folderWithFile();
    expect(await writeWhole(path, ['a', '', new Uint8Array([98]), 'ü'])).toBe(4);
    expect(contents(folder)).toEqual({ out: 'abü' });
    writeWholeNow(path, 'now');
    expect(contents(folder)).toEqual({ out: 'now' });
  });

  test('keeps one that is there, or appears meanwhile, where none is to be replaced', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out');
    function* appears(): Iterable<string> {
      yield 'mine';
      writeFileSync(path, 'theirs');
    }
    await expect(writeWhole(path, appears(), { overwrite: false })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(contents(folder)).toEqual({ out: 'theirs' });
  });

  test('is not there where its pieces break off', async () => {
    const { folder, path } = folderWithFile();
    function* breaksOff(): Iterable<string> {
      yield 'half';
      throw new Error('a bug');
    }
    await expect(writeWhole(path, breaksOff())).rejects.toThrow('a bug');
    expect(contents(folder)).toEqual({ out: 'before' });
  });

  test('is finished where somebody else decides what a signal does; then signals are let be', async () => {
    const { folder, path } = folderWithFile();
    await signalsAreLetBe();
    const before = process.listenerCount('SIGTERM');
    let heard = 0;
    const listener = (): void => {
      heard += 1;
    };
    function* interrupted(): Iterable<string> {
      yield 'first, ';
      process.emit('SIGTERM', 'SIGTERM');
      yield 'second';
    }
    process.on('SIGTERM', listener);
    await writeWhole(path, interrupted());
    process.off('SIGTERM', listener);
    await signalsAreLetBe();
    expect(heard).toBe(1);
    expect(contents(folder)).toEqual({ out: 'first, second' });
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });

  const module = pathToFileURL(join(projectRoot, 'src/harness/wholeFile.ts')).href;

  /** Runs statements in a process of their own, which would stay if nothing ended it. */
  function runApart(statements: string) {
    const program = `
      import { writeWhole, writeWholeNow } from ${JSON.stringify(module)};
      ${statements}
      await new Promise((later) => setTimeout(later, 60_000));`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', program];
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    return resultOf(child, projectRoot);
  }

  test.each([
    ['an exit', 'process.exit(3)', { code: 3, signal: null }],
    ['an error that nobody catches', 'process.nextTick(() => nobody())', { code: 1, signal: null }],
    ['a signal', "process.kill(process.pid, 'SIGINT')", { code: null, signal: 'SIGINT' }],
  ])('is not there after %s in the middle, and nothing beside it', async (_, middle, end) => {
    const { folder, path } = folderWithFile();
    const pieces = `function* pieces() { yield 'half'; ${middle}; for (;;) yield ''; }`;
    const ended = await runApart(`${pieces} await writeWhole(${JSON.stringify(path)}, pieces());`);
    expect(ended).toMatchObject(end);
    expect(contents(folder)).toEqual({ out: 'before' });
  });

  test('does not swallow a signal that comes at its end', async () => {
    const { folder, path } = folderWithFile();
    const ended = await runApart(
      `writeWholeNow(${JSON.stringify(path)}, 'now'); process.kill(process.pid, 'SIGINT');`,
    );
    expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
    expect(contents(folder)).toEqual({ out: 'now' });
  });
});
