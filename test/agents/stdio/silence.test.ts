import { expect, test } from 'vitest';
import { ask, faultOf, groupMembers, isAlive, pidIn, startFixture, textOf } from './support.ts';

test('S02: an answer that comes only when stdin ends proves a missing flush', async () => {
  const agent = await startFixture('unflushed.py');
  const fault = faultOf(await ask(agent, 0, 1_000));
  expect(fault.fault).toBe('timeout');
  expect(fault.diagnostic.code).toBe('timeout');
  expect(fault.diagnostic.found).toBe('{"orders":[]}');
  expect(fault.diagnostic.facts).toMatchObject({
    flushed_at_eof: true,
    before_first_answer: true,
    budget_ms: 1_000,
    language: 'python',
  });
});

test('a silent agent times out at its budget, and every later decision at once', async () => {
  const agent = await startFixture('silent.py');
  const startedAt = performance.now();
  const fault = faultOf(await ask(agent, 0, 300));
  expect(performance.now() - startedAt).toBeLessThan(300 + 300 + 400);
  expect(fault.diagnostic.facts).toMatchObject({ flushed_at_eof: false, received_bytes: 0 });
  const later = faultOf(await ask(agent, 1, 60_000));
  expect(later).toEqual({ ...fault, elapsedMs: 0 });
  await agent.close();
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('a slow agent is gone after its timeout', async () => {
  const agent = await startFixture('slow.py');
  expect(textOf(await ask(agent, 0, 300))).toBe('!timeout');
  const exit = await agent.close();
  expect(exit.signal).toBe('SIGTERM');
  expect(groupMembers(agent.pid)).toEqual([]);
});

test('an answer without an end of line is shown with the timeout', async () => {
  const agent = await startFixture('unterminated.py');
  const fault = faultOf(await ask(agent, 0, 1_000));
  expect(fault.diagnostic.found).toBe('{"orders":[]}');
  expect(fault.diagnostic.facts).toMatchObject({ received_bytes: 13, budget_ms: 1_000 });
  expect(Buffer.from(fault.bytes ?? []).toString()).toBe('{"orders":[]}');
});

test('the write is part of the budget: an agent that never reads times out', async () => {
  const agent = await startFixture('deaf.py');
  const fault = faultOf(await ask(agent, 0, 300, 'x'.repeat(4_000_000)));
  expect(fault.diagnostic.code).toBe('timeout');
  expect(fault.diagnostic.facts.unread_input_bytes).toBeGreaterThan(1_000_000);
});

test('S29: a slow start is the first decision alone', async () => {
  const agent = await startFixture('slow_start.py');
  const first = await ask(agent, 0, 10_000);
  const second = await ask(agent, 1, 10_000);
  expect(first.elapsedMs).toBeGreaterThanOrEqual(350);
  expect(second.elapsedMs).toBeLessThan(350);
});

test('S23: behind a wrapper, an agent that ignores TERM is killed with its group', async () => {
  const agent = await startFixture('wrapper.sh');
  await expect.poll(() => agent.stderrTail()).toContain('ready');
  const startedAt = performance.now();
  expect(textOf(await ask(agent, 0, 500))).toBe('!timeout');
  const exit = await agent.close();
  expect(performance.now() - startedAt).toBeLessThan(500 + 300 + 500 + 500);
  expect(isAlive(pidIn(exit.stderrTail))).toBe(false);
  expect(groupMembers(agent.pid)).toEqual([]);
});
