import { expect, test } from 'vitest';
import { ask, faultOf, startFixture, textOf } from './support.ts';

test('S19: a crash is told at once, with its step, code and traceback', async () => {
  const agent = await startFixture('crash_at.py', [5]);
  for (let step = 0; step < 5; step += 1) expect((await ask(agent, step)).kind).toBe('line');
  const startedAt = performance.now();
  const fault = faultOf(await ask(agent, 5, 30_000));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(fault.fault).toBe('transport');
  expect(fault.diagnostic).toMatchObject({
    code: 'agent-exited',
    place: { step: 5 },
    facts: { exit_code: 1, before_first_answer: false },
  });
  expect(fault.diagnostic.facts.stderr_tail).toContain(
    'TypeError: Object of type Weird is not JSON serializable',
  );
});

test('S20: an exit before the first read is the verdict, not the broken pipe', async () => {
  const agent = await startFixture('exit_seven.py');
  const fault = faultOf(await ask(agent, 0, 30_000, 'x'.repeat(4_000_000)));
  expect(fault.diagnostic).toMatchObject({
    code: 'agent-exited',
    facts: { exit_code: 7, before_first_answer: true, stderr_tail: ['no licence'] },
  });
  const exit = await agent.close();
  expect({ code: exit.code, stderrBytes: exit.stderrBytes }).toEqual({ code: 7, stderrBytes: 11 });
});

test('S30: an agent that leaves after step 9 is found out at step 10', async () => {
  const agent = await startFixture('exit_after.py', [10]);
  for (let step = 0; step < 10; step += 1) expect((await ask(agent, step)).kind).toBe('line');
  const fault = faultOf(await ask(agent, 10));
  expect(fault.diagnostic).toMatchObject({
    code: 'agent-exited',
    place: { step: 10 },
    facts: { exit_code: 0, stderr_tail: ['done for today'] },
  });
  expect(faultOf(await ask(agent, 79)).diagnostic).toBe(fault.diagnostic);
});

test('a signal is told apart from an exit code', async () => {
  const agent = await startFixture('killed.py');
  const { facts } = faultOf(await ask(agent, 0)).diagnostic;
  expect(facts.signal).toBe('SIGKILL');
  expect(facts).not.toHaveProperty('exit_code');
});

test('S21: the last answer is never lost to the exit behind it', async () => {
  for (let run = 0; run < 40; run += 1) {
    const agents = await Promise.all(Array.from({ length: 5 }, () => startFixture('answer_then_exit.sh')));
    const answers = await Promise.all(agents.map((agent) => ask(agent, 0)));
    expect(new Set(answers.map(textOf))).toEqual(new Set(['{"orders":[],"reasoning":"last"}']));
    await Promise.all(agents.map((agent) => agent.close()));
  }
});

test('S35: a closed stdin is found when the write fails', async () => {
  const agent = await startFixture('closes_stdin.py');
  expect((await ask(agent, 0)).kind).toBe('line');
  await expect.poll(() => agent.stderrTail()).toContain('closed');
  const startedAt = performance.now();
  const fault = faultOf(await ask(agent, 1, 30_000));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(fault.diagnostic.code).toBe('agent-stopped-reading');
});

test('a closed stdout is told apart from silence', async () => {
  const agent = await startFixture('closes_stdout.py');
  expect((await ask(agent, 0)).kind).toBe('line');
  expect(textOf(await ask(agent, 1, 30_000))).toBe('!agent-closed-stdout');
});

test('a variable that the agent misses and the kit withheld is named', async () => {
  const env = { ...process.env, MODEL_API_KEY: 'secret' };
  const agent = await startFixture('needs_key.py', [], { env });
  const { facts } = faultOf(await ask(agent, 0)).diagnostic;
  expect(facts.withheld_variable).toBe('MODEL_API_KEY');
  expect(JSON.stringify(facts)).not.toContain('secret');
});

test('a variable that the config names is passed on', async () => {
  const env = { ...process.env, MODEL_API_KEY: 'secret' };
  const agent = await startFixture('needs_key.py', [], { env, envNames: ['MODEL_API_KEY'] });
  expect((await ask(agent, 0)).kind).toBe('line');
});

test('S13: 8 MiB of stderr neither block the agent nor are kept', async () => {
  const agent = await startFixture('stderr_flood.py');
  for (let step = 0; step < 2; step += 1) expect((await ask(agent, step, 30_000)).kind).toBe('line');
  const exit = await agent.close();
  expect(exit.stderrBytes).toBe(2 * (8_388_608 + 18));
  expect(exit.stderrTail.length).toBe(65_536);
  expect(exit.stderrTail.endsWith('x\nend of the flood\n')).toBe(true);
});

test('S14: a progress bar without line ends stays bounded and shows its last frame', async () => {
  const agent = await startFixture('stderr_progress.py');
  expect((await ask(agent, 0, 30_000)).kind).toBe('line');
  const exit = await agent.close();
  expect(exit.stderrTail.length).toBe(65_536);
  expect(exit.stderrTail.endsWith('\rstep 399999')).toBe(true);
});

test('an agent that is closed while it thinks is interrupted, not at fault', async () => {
  const agent = await startFixture('silent.py');
  const pending = ask(agent, 0, 30_000);
  await agent.close();
  const fault = faultOf(await pending);
  expect(fault.diagnostic).toMatchObject({ code: 'agent-closed', severity: 'notice' });
  expect(textOf(await ask(agent, 1))).toBe('!agent-closed');
});
