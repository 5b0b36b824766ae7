import { expect, test } from 'vitest';
import type { StdioAgent } from '../../../src/agents/stdio/stdioAgent.ts';
import { ask, codesOf, faultOf, startFixture, textOf } from './support.ts';

const HOLD = '{"orders":[]}';

test('S11: an init line desynchronises the run before the second observation is sent', async () => {
  const agent = await startFixture('init_line.py');
  expect(textOf(await ask(agent, 0))).toBe('{"orders":[],"reasoning":"init"}');
  const fault = faultOf(await ask(agent, 1));
  expect(fault.fault).toBe('protocol');
  expect(fault.diagnostic).toMatchObject({
    code: 'unsolicited-output',
    place: { step: 1 },
    found: '{"orders": [], "reasoning": "0"}',
    facts: { lines: 1, answers: 1 },
  });
  expect(faultOf(await ask(agent, 2)).diagnostic).toBe(fault.diagnostic);
});

test('two answers to the first observation, a moment apart, are found before the second is sent', async () => {
  const agent = await startFixture('twice_in_parts.py');
  expect(textOf(await ask(agent, 0))).toBe(HOLD);
  expect(textOf(await ask(agent, 1))).toBe('!unsolicited-output');
});

test('two answers in mid-run are extra output, never the answer to the next observation', async () => {
  const agent = await startFixture('twice_at.py', [3]);
  for (let step = 0; step < 4; step += 1) expect(textOf(await ask(agent, step))).toBe(HOLD);
  const fault = faultOf(await ask(agent, 4));
  expect(fault.diagnostic).toMatchObject({ code: 'extra-output', place: { step: 4 }, found: HOLD });
});

test('two answers to the last observation are found at the end', async () => {
  const agent = await startFixture('twice_at.py', [3]);
  for (let step = 0; step < 4; step += 1) expect(textOf(await ask(agent, step))).toBe(HOLD);
  const exit = await agent.close();
  expect(exit.findings).toMatchObject([
    { code: 'extra-output', severity: 'error', facts: { at_end: true, lines: 1 } },
  ]);
});

test('answers written ahead are never used', async () => {
  const agent = await startFixture('ahead.py');
  await ask(agent, 0);
  expect(textOf(await ask(agent, 1))).toMatch(/^!(unsolicited-output|agent-exited)$/);
});

test('a decision after the end of stdin shows that answers came a step late', async () => {
  const agent = await startFixture('late_answer.py');
  for (let step = 0; step < 3; step += 1) expect(textOf(await ask(agent, step))).toBe(HOLD);
  expect(codesOf(await agent.close())).toEqual(['extra-output']);
});

test('a text after the end of stdin is a notice', async () => {
  const agent = await startFixture('farewell.py');
  for (let step = 0; step < 3; step += 1) expect(textOf(await ask(agent, step))).toBe(HOLD);
  expect((await agent.close()).findings).toMatchObject([
    { code: 'output-after-end', severity: 'notice', found: 'bye' },
  ]);
});

/** Asks three times and refuses every answer: what was each answer, and what belonged to it? */
async function refuseThrice(agent: StdioAgent): Promise<readonly (readonly string[])[]> {
  const answers: string[][] = [];
  for (let step = 0; step < 3; step += 1) {
    const first = textOf(await ask(agent, step));
    const rest = await agent.settleRefusal();
    answers.push([first, ...rest.map((line) => Buffer.from(line).toString())]);
  }
  return answers;
}

test('S01: the answer behind a banner belongs to the same observation', async () => {
  const agent = await startFixture('banner.py');
  expect(textOf(await ask(agent, 0))).toBe('[db] ready');
  expect((await agent.settleRefusal()).map(String)).toEqual([Buffer.from(HOLD).toString()]);
  expect(textOf(await ask(agent, 1))).toBe(HOLD);
  expect(textOf(await ask(agent, 2))).toBe(HOLD);
  expect((await agent.close()).findings).toEqual([]);
});

test('log text before every answer leaves the answers paired', async () => {
  const answers = await refuseThrice(await startFixture('logs_on_stdout.py'));
  expect(answers).toEqual(Array(3).fill(['thinking about it', HOLD]));
});

test('S09: a pretty-printed answer is one answer, and the next one is not taken for it', async () => {
  const answers = await refuseThrice(await startFixture('pretty.py'));
  expect(answers).toEqual(
    ['0', '1', '2'].map((number) => ['{', '  "orders": [],', `  "reasoning": "${number}"`, '}']),
  );
});

test('S33: a Markdown fence is one answer', async () => {
  const answers = await refuseThrice(await startFixture('fence.py'));
  expect(answers).toEqual(Array(3).fill(['```json', HOLD, '```']));
});

test('J19: the text behind a raw line feed in a string belongs to the same answer', async () => {
  const answers = await refuseThrice(await startFixture('newline_in_string.py'));
  expect(answers).toEqual(Array(3).fill(['{"orders":[],"reasoning":"line1', 'line2"}']));
});

test('a refused answer that is whole costs a short wait alone', async () => {
  const agent = await startFixture('unknown_key.py');
  await ask(agent, 0);
  const startedAt = performance.now();
  await agent.settleRefusal();
  expect(performance.now() - startedAt).toBeLessThan(150);
});
