import { expect, test } from 'vitest';
import type { Answer } from '../../src/agents/agent.ts';
import { linkedAgent } from './linkedAgent.ts';

const shown = (step: number) => ({ step, line: () => `{"step":${step}}`, observation: () => ({}) as never });
const codeOf = (answer: Answer) => (answer.kind === 'fault' ? answer.diagnostic.code : String(answer.kind));

test('lines go in and come out as through a pipe', async () => {
  const agent = linkedAgent((line) => `${line}\r\n`);
  expect(await agent.decide(shown(0), 1)).toMatchObject({ kind: 'line', bytes: Buffer.from('{"step":0}\r') });
  expect(agent.received).toEqual(['{"step":0}']);
  await agent.close();
  expect(agent.closed).toBe(true);
});

test('silence, an exit and a surplus line are the faults that a process would give', async () => {
  const silent = linkedAgent(() => 'no end of line');
  expect(codeOf(await silent.decide(shown(0), 1))).toBe('timeout');
  const gone = linkedAgent(() => null);
  expect(codeOf(await gone.decide(shown(0), 1))).toBe('agent-exited');
  expect(codeOf(await gone.decide(shown(1), 1))).toBe('agent-exited');
  const twice = linkedAgent(() => 'a\nb\n');
  expect(codeOf(await twice.decide(shown(0), 1))).toBe('line');
  expect(codeOf(await twice.decide(shown(1), 1))).toBe('unsolicited-output');
});

test('a settled refusal takes the rest of the answer', async () => {
  const agent = linkedAgent(() => '{\n}\n');
  await agent.decide(shown(0), 1);
  expect((await agent.settleRefusal()).map(String)).toEqual(['}']);
  expect(codeOf(await agent.decide(shown(1), 1))).toBe('line');
});
