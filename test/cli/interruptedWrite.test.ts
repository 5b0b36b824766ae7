import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainEnv, resultOf, sbdevBin, temporaryFolder } from '../support/cli.ts';
import { recorded } from '../support/report.ts';

/**
 * Starts `sbdev` with a pipe where it writes `file` before that takes its place, and settles
 * once something was written to it. What is more than a pipe holds waits for its reader, so
 * the program is in the middle until it ends.
 */
async function inTheMiddle(cwd: string, file: string, args: readonly string[]) {
  const script = 'mkfifo "$1.$$.new" && echo made && shift && exec "$@"';
  const child = spawn('sh', ['-c', script, 'sh', file, process.execPath, sbdevBin, ...args], {
    cwd,
    env: plainEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const done = resultOf(child, cwd);
  await once(child.stdout, 'data');
  const beside = `${file}.${child.pid}.new`;
  const early = done.then(({ stderr }) => Promise.reject(new Error(`nothing was written: ${stderr}`)));
  const pipe = await Promise.race([open(join(cwd, beside), 'r'), early]);
  early.catch(() => {});
  expect((await pipe.read(Buffer.alloc(1), 0, 1)).bytesRead).toBe(1);
  return { child, pipe, beside, done };
}

const generate = ['data', 'generate', 'synthetic:20:900:7', '--out', 'out'];

describe.skipIf(process.platform === 'win32')('a program that ends while it writes a file', () => {
  test.each([
    ['SIGINT', ['report', 'latest', '--html', 'out']],
    ['SIGTERM', ['report', 'latest', '--html', 'out']],
    ['SIGHUP', ['report', 'latest', '--html', 'out']],
    ['SIGINT', [...generate, '--force']],
  ] as const)('by %s, of %j, leaves the file of before whole and nothing beside it', async (signal, args) => {
    const cwd = await recorded(['--agent', 'momentum']);
    writeFileSync(join(cwd, 'out'), 'before');
    const { child, pipe, beside, done } = await inTheMiddle(cwd, 'out', args);
    expect(readdirSync(cwd)).toContain(beside);
    child.kill(signal);
    expect(await done).toMatchObject({ code: null, signal, stderr: '' });
    await pipe.close();
    expect(readdirSync(cwd).sort()).toEqual(['.sbdev', 'out']);
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('before');
  });

  test('leaves no half of a file that was not there', async () => {
    const cwd = temporaryFolder();
    const { child, pipe, done } = await inTheMiddle(cwd, 'out', generate);
    child.kill('SIGINT');
    expect(await done).toMatchObject({ code: null, signal: 'SIGINT' });
    await pipe.close();
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('by an error leaves the same', async () => {
    const cwd = await recorded(['--agent', 'momentum']);
    writeFileSync(join(cwd, 'out'), 'before');
    const { pipe, done } = await inTheMiddle(cwd, 'out', ['report', 'latest', '--html', 'out']);
    await pipe.close();
    const { code, stderr } = await done;
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('EPIPE') });
    expect(readdirSync(cwd).sort()).toEqual(['.sbdev', 'out']);
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('before');
  });
});
