import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ask, codesOf, fixtures, groupMembers, isAlive, pidIn, startFixture, textOf } from './support.ts';

test('S31: an exit code after the end of stdin is no finding', async () => {
  const agent = await startFixture('input_loop.py');
  for (let step = 0; step < 3; step += 1) expect((await ask(agent, step)).kind).toBe('line');
  const exit = await agent.close();
  expect(exit.code).toBe(1);
  expect(exit.findings).toEqual([]);
});

test('S32: an agent that ignores the end of stdin is terminated, with a notice', async () => {
  const agent = await startFixture('ignores_eof.py');
  expect((await ask(agent, 0)).kind).toBe('line');
  const startedAt = performance.now();
  const exit = await agent.close();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(exit.findings).toMatchObject([{ code: 'ignored-eof', severity: 'notice' }]);
  expect(exit.signal).toBe('SIGTERM');
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('an agent that ignores TERM is killed', async () => {
  const agent = await startFixture('ignores_term.py');
  await expect.poll(() => agent.stderrTail()).toContain('ready');
  expect(textOf(await ask(agent, 0, 100))).toBe('!timeout');
  const exit = await agent.close();
  expect(codesOf(exit)).toEqual(['ignored-term']);
  expect(exit.signal).toBe('SIGKILL');
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('a grandchild that holds stdout delays neither the verdict nor the end', async () => {
  const agent = await startFixture('grandchild.py', [1]);
  expect((await ask(agent, 0)).kind).toBe('line');
  const startedAt = performance.now();
  expect(textOf(await ask(agent, 1, 30_000))).toBe('!agent-exited');
  const exit = await agent.close();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(isAlive(pidIn(exit.stderrTail))).toBe(false);
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('a grandchild in a session of its own dies with the agent', async () => {
  const agent = await startFixture('setsid_grandchild.py');
  for (let step = 0; step < 2; step += 1) expect((await ask(agent, step)).kind).toBe('line');
  const pid = pidIn(agent.stderrTail());
  expect(isAlive(pid)).toBe(true);
  const exit = await agent.close();
  expect(isAlive(pid)).toBe(false);
  expect(exit.findings).toMatchObject([
    { code: 'descendants-killed', severity: 'notice', facts: { pids: [String(pid)] } },
  ]);
});

test('an orphan in a session of its own is found by the pipes that it holds', async () => {
  const agent = await startFixture('setsid_orphan.py');
  expect(textOf(await ask(agent, 0, 30_000))).toBe('!agent-exited');
  const exit = await agent.close();
  expect(isAlive(pidIn(exit.stderrTail))).toBe(false);
  expect(codesOf(exit)).toEqual(['descendants-killed']);
});

test('closing twice, and again later, gives the same end', async () => {
  const agent = await startFixture('hold.py');
  await ask(agent, 0);
  const [first, second] = await Promise.all([agent.close(), agent.close()]);
  expect(second).toBe(first);
  expect(await agent.close()).toBe(first);
});

test('an agent that was never asked leaves without a finding', async () => {
  const agent = await startFixture('hold.py');
  expect((await agent.close()).findings).toEqual([]);
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('closing during a settled refusal ends both', async () => {
  const agent = await startFixture('banner.py');
  await ask(agent, 0);
  const [lines] = await Promise.all([agent.settleRefusal(), agent.close()]);
  expect(Array.isArray(lines)).toBe(true);
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('when the kit exits without a teardown, the whole tree dies with it', async () => {
  const kit = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      new URL('./exitsAtOnce.ts', import.meta.url).pathname,
      `${fixtures}setsid_grandchild.py`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  kit.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(kit, 'close');
  const pids = output.trim().split(' ').map(Number);
  expect(pids).toHaveLength(2);
  // SIGKILL was sent before the kit was gone; the kernel may take a moment to carry it out.
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});
