import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  plainEnv,
  processesWith,
  projectRoot,
  sbdev,
  sbdevBin,
  startSbdev,
  temporaryFolder,
} from '../../support/cli.ts';
import {
  agentFolder,
  config,
  fixtureText,
  onlyJournal,
  save,
  slowAgent,
  startWatch,
} from '../../support/watch.ts';

const quick = ['--cmd', 'python3 agent.py', '--no-double-run', '--window', '20:40'];
const hold = fixtureText('hold.py');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

test('W08: two saves in a run of a server that takes its time to leave: one at a time, and one new run', async () => {
  const folder = temporaryFolder();
  const log = join(temporaryFolder(), 'log');
  const port = await freePort();
  const server = join(projectRoot, 'test/fixtures/http/slow_to_leave.mjs');
  save(folder, `// 1\nimport ${JSON.stringify(server)};\n`, 'server.mjs');
  config(folder, {
    transport: {
      kind: 'http',
      url: `http://127.0.0.1:${port}/decide`,
      command: ['node', 'server.mjs', String(port), log],
    },
    windows: ['20:60'],
  });
  const watch = startWatch(folder, ['--no-double-run']);
  await watch.until((each) => each.type === 'turn' && each.step === 3, 'turn 3');
  save(folder, `// 2\nimport ${JSON.stringify(server)};\n`, 'server.mjs');
  await new Promise((later) => setTimeout(later, 50));
  save(folder, `// 3\nimport ${JSON.stringify(server)};\n`, 'server.mjs');
  await watch.report(1);
  const { code } = await watch.stop();
  expect(code).toBe(0);
  const journal = onlyJournal(folder);
  expect(readFileSync(log, 'utf8')).toMatch(/^(listens\n){2,3}$/);
  const ended = journal.filter((each) => each.type === 'attempt_ended');
  expect(ended.at(-1)).toMatchObject({ outcome: 'passed' });
  expect(ended.slice(0, -1).every((each) => each.outcome === 'interrupted')).toBe(true);
  expect(journal.filter((each) => each.type === 'run_report')).toHaveLength(1);
  const started = journal.filter((each) => each.type === 'generation_started');
  expect(new Set(started.map((each) => each.snapshot_id)).size).toBe(started.length);
  expect(processesWith(log)).toStrictEqual([]);
});

describe('a watch that is left', () => {
  test('in the middle of its first run by Ctrl-C ends with 130, nothing of it alive and its record whole', async () => {
    const folder = agentFolder();
    save(folder, slowAgent('left', 50));
    const watch = startWatch(folder, [...quick.slice(2), '--cmd', `python3 ${join(folder, 'agent.py')}`]);
    await watch.until((each) => each.type === 'turn', 'a turn');
    expect(processesWith(join(folder, 'agent.py')).length).toBeGreaterThan(0);
    const { code } = await watch.stop('SIGINT');
    expect(code).toBe(130);
    expect(processesWith(join(folder, 'agent.py'))).toStrictEqual([]);
    const journal = onlyJournal(folder);
    expect(journal.at(-1)).toStrictEqual({ type: 'session_ended', exit_code: 130 });
    // 5: nothing is dispatched after an accepted stop; what was under way is canceled.
    const stopped = journal.findIndex((each) => each.type === 'control_accepted');
    expect(journal.slice(stopped).filter((each) => each.type === 'turn')).toStrictEqual([]);
    expect(journal[stopped + 1]).toMatchObject({ type: 'dispatch_canceled', task_generation: 1 });
    expect(journal.at(-2)).toMatchObject({
      type: 'run_report',
      stop: { status: 'incomplete', reason: 'interrupted by SIGINT' },
    });
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends with %i, whatever its runs showed', async (signal, expected) => {
    const folder = agentFolder();
    const watch = startWatch(folder, quick);
    await watch.report(1);
    const { code } = await watch.stop(signal);
    expect(code).toBe(expected);
    expect(onlyJournal(folder).at(-1)).toStrictEqual({ type: 'session_ended', exit_code: expected });
  });

  test('by Ctrl-C in a later run ends by the last one that came to its end', async () => {
    const folder = agentFolder('unknown_key.py');
    const watch = startWatch(folder, quick);
    await watch.report(1);
    save(folder, slowAgent('later', 100));
    await watch.until((each) => each.type === 'turn' && each.evidence.task_generation === 2, 'a turn of it');
    const { code } = await watch.stop();
    expect(code).toBe(1);
  });

  test('after nothing but a crash ends as the run alone would have', async () => {
    const folder = agentFolder('exit_seven.py');
    const alone = await sbdev(['simulate', ...quick], { cwd: folder });
    const watch = startWatch(folder, quick);
    await watch.report(1);
    const { code } = await watch.stop();
    expect(code).toBe(alone.code);
  });

  test('by a reader that goes away ends by itself', async () => {
    const folder = agentFolder();
    const { child, done } = startSbdev(['watch', ...quick], { cwd: folder });
    child.stdout!.destroy();
    save(folder, `# more\n${hold}`);
    const { code, stderr } = await done;
    expect(stderr).toBe('');
    expect([0, 3]).toContain(code);
  });
});

describe('T01: without a terminal', () => {
  test.each([['watch'], ['simulate', '--watch']])(
    '%s %s asks nothing, reads nothing and prints plain lines',
    async (...command) => {
      const folder = agentFolder();
      const env = plainEnv({ CI: 'true' });
      const { child, done } = startSbdev([...command, ...quick], { cwd: folder, env });
      let printed = '';
      await new Promise<void>((reported) => {
        child.stdout!.on('data', (chunk: Buffer) => {
          printed += chunk;
          if (/g1 {2}start/.test(printed)) reported();
        });
      });
      child.kill('SIGINT');
      const { code, stdout, stderr } = await done;
      expect(code).toBe(0);
      expect(stderr).toBe('');
      expect(stdout).toContain('watching 1 file; no keys here, Ctrl-C ends\n');
      expect(stdout).toMatch(/\n✓ g1 {2}start {2}20\/20 {2}passed {2}0\.00 % {2}\d/);
      expect(stdout).not.toMatch(/[\u001b\r]/);
    },
  );
});

test('W05: output that is redirected into the watched folder starts no run', async () => {
  const folder = agentFolder();
  for (const redirect of ['> "o [1].txt" 2>&1', '| tee out.txt > /dev/null']) {
    const command = `exec "$0" "$1" watch --format json --no-record --cmd "python3 agent.py" --no-double-run --window 20:40 ${redirect}`;
    const script = redirect.startsWith('|') ? command.replace('exec ', '') : command;
    const child = spawn('sh', ['-c', script, process.execPath, sbdevBin], {
      cwd: folder,
      env: plainEnv(),
      detached: true,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const output = join(folder, redirect.startsWith('|') ? 'out.txt' : 'o [1].txt');
    const told = (type: string): number =>
      existsSync(output) ? readFileSync(output, 'utf8').split(`{"type":"${type}"`).length - 1 : 0;
    try {
      await expect.poll(() => told('run_report'), { timeout: 20_000 }).toBe(1);
      // A save that is seen shows that what was printed before it was looked at, too.
      save(folder, `# ${redirect}\n${hold}`);
      await expect.poll(() => told('run_report'), { timeout: 20_000 }).toBe(2);
      expect(told('source_changed')).toBe(1);
      expect(told('generation_started')).toBe(2);
    } finally {
      process.kill(-child.pid!, 'SIGINT');
      await ended;
    }
  }
});
