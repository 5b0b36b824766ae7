import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { limits } from '../../src/kernel/limits.ts';
import { type BuildOptions, startBuild } from '../../src/reload/build.ts';
import { buildOutputLines } from '../../src/reload/buildOutput.ts';
import { folderWith } from './watching.ts';

const build = (script: string, options: Partial<BuildOptions> = {}) =>
  startBuild({
    command: [process.execPath, '-e', script],
    cwd: options.cwd ?? folderWith({}),
    env: process.env,
    ...options,
  });

describe('a build', () => {
  it('runs in the folder with the environment of the developer, and reads no question', async () => {
    const cwd = folderWith({});
    const { started, done } = build(
      `require('node:fs').writeFileSync('agent', process.env.MY_TOKEN);
       process.stdin.on('end', () => console.log('built')).resume()`,
      { cwd, env: { ...process.env, MY_TOKEN: 'mine' } },
    );
    expect(started).toMatchObject({
      type: 'build_started',
      command: [process.execPath, '-e', expect.any(String)],
    });
    const { ended, diagnostic } = await done;
    expect(ended).toMatchObject({ type: 'build_ended', outcome: 'passed', exit_code: 0, signal: null });
    expect(ended.output_tail).toBe('built\n');
    expect(ended.duration_ms).toBeGreaterThan(0);
    expect(diagnostic).toBe(null);
    expect(readFileSync(join(cwd, 'agent'), 'utf8')).toBe('mine');
  });

  it('that fails keeps the end of what it said on both streams', async () => {
    const { ended, diagnostic } = await build(
      `process.exitCode = 101;
       process.stdout.write('x'.repeat(300_000), () => console.error('error: no such crate'))`,
    ).done;
    expect(ended).toMatchObject({ outcome: 'failed', exit_code: 101 });
    expect(Buffer.byteLength(ended.output_tail)).toBeLessThanOrEqual(limits.buildOutputBytes);
    expect(ended.output_tail).toContain('error: no such crate');
    expect(wordsOf(diagnostic!).message).toBe('the build ended with exit code 101');
  });

  it('that cannot start says why, as an agent would', async () => {
    const { ended, diagnostic } = await build('', { command: ['no-such-builder', 'x'] }).done;
    expect(ended).toMatchObject({ outcome: 'failed', exit_code: null, signal: null, output_tail: '' });
    expect(diagnostic).toMatchObject({ code: 'command-not-found', found: 'no-such-builder' });
  });

  it('that is ended from outside says by which signal', async () => {
    const { ended, diagnostic } = await build(`process.kill(process.pid, 'SIGKILL')`).done;
    expect(ended).toMatchObject({ outcome: 'failed', exit_code: null, signal: 'SIGKILL' });
    expect(wordsOf(diagnostic!).message).toBe('the build was ended by SIGKILL');
  });

  it('is canceled with everything that it started, TERM ignored or not', async () => {
    const cwd = folderWith({});
    let tail = (): string => '';
    const running = build(
      `process.on('SIGTERM', () => {});
       const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
       console.log(process.pid + ' ' + child.pid);
       setInterval(() => {}, 1000)`,
      {
        cwd,
        onOutput: (text) => {
          tail = text;
        },
      },
    );
    await expect.poll(() => tail(), { timeout: 10_000 }).toMatch(/^\d+ \d+\n/);
    const pids = tail().trim().split(' ').map(Number);
    expect(pids.every((pid) => existsSync(`/proc/${pid}`) || process.platform !== 'linux')).toBe(true);
    const { ended, diagnostic } = await running.cancel();
    expect(ended).toMatchObject({ outcome: 'canceled', exit_code: null, signal: 'SIGKILL' });
    expect(diagnostic).toBe(null);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    expect(await running.cancel()).toEqual({ ended, diagnostic });
  });

  it('keeps its outcome if it is canceled once it has ended', async () => {
    const running = build('');
    const result = await running.done;
    expect(await running.cancel()).toBe(result);
    expect(result.ended.outcome).toBe('passed');
  });

  it('does not wait for a server that it leaves behind with its output open', async () => {
    const startedMs = performance.now();
    const { ended } = await build(
      `const child = require('node:child_process').spawn('sleep', ['20'], { stdio: 'inherit', detached: true });
       console.log(child.pid); process.exit(0)`,
    ).done;
    process.kill(Number(ended.output_tail), 'SIGKILL');
    expect(ended.outcome).toBe('passed');
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

describe('what a build printed', () => {
  it('is shown without colours, its last lines alone, nothing of it raw', () => {
    const output = 'a\n\u001b[31merror\u001b[0m: b\r\n 1%\r 50%\r100% done\nevil\u0007\u202e\n\n';
    expect(buildOutputLines(output, 3)).toEqual(['error: b', '100% done', 'evil\\x07\\u202e']);
    expect(buildOutputLines('\n', 3)).toEqual([]);
  });
});
