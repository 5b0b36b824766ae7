import { expect, test } from 'vitest';
import type { Agent, AgentExit } from '../../src/agents/agent.ts';
import { wrapAgent } from '../../src/agents/wrapAgent.ts';

const exit: AgentExit = { code: 0, signal: null, stderrTail: '', stderrBytes: 0, findings: [] };
const said = [{ run: 'A', text: 'x', droppedBytes: 0 }] as const;

/** Everything that an agent may have; a member that is added to `Agent` does not compile here until it is. */
const whole: Required<Agent> = {
  notices: [{ code: 'n', severity: 'notice', place: {}, found: null, accepted: [], facts: {} }],
  sendsLater: true,
  pid: 7,
  decide: async () => ({ kind: 'decision', decision: { orders: [], reasoning: '' }, elapsedMs: 1 }),
  settleRefusal: async () => [Buffer.from('line')],
  stderrTail: () => 'tail',
  takeStderr: () => said,
  close: async () => exit,
};

test('a wrapped agent is the agent in it, but for what the wrapper changes', async () => {
  let closed = 0;
  const wrapped = wrapAgent(whole, {
    close: async () => {
      closed += 1;
      return exit;
    },
  });
  expect(Object.keys(wrapped).sort()).toStrictEqual(Object.keys(whole).sort());
  expect([wrapped.notices, wrapped.pid, wrapped.stderrTail?.(), wrapped.takeStderr?.()]).toStrictEqual([
    whole.notices,
    7,
    'tail',
    said,
  ]);
  expect(await wrapped.settleRefusal()).toStrictEqual([Buffer.from('line')]);
  expect(await Promise.all([wrapped.close(), wrapped.close()])).toStrictEqual([exit, exit]);
  expect(closed).toBe(1);
});

test('what the agent does not have, the wrapper has empty', () => {
  const { decide, settleRefusal, close } = whole;
  const wrapped = wrapAgent({ decide, settleRefusal, close }, { close });
  expect([wrapped.notices, wrapped.pid, wrapped.stderrTail?.(), wrapped.takeStderr?.()]).toStrictEqual([
    [],
    null,
    '',
    [],
  ]);
});
