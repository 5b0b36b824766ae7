import { expect, test } from 'vitest';
import type { Presentation } from '../../src/agents/agent.ts';
import { inProcessAgent } from '../../src/agents/inProcess.ts';
import type { MarketObservation } from '../../src/protocol/observation.ts';

const observation: MarketObservation = { date: '2024-01-02', cash: 1, symbols: [], portfolio: [] };
const shown: Presentation = {
  step: 7,
  line: () => {
    throw new Error('a function is shown objects, never bytes');
  },
  observation: () => observation,
};

test('a function gets the observation and its decision comes back as it is', async () => {
  const decision = { orders: [], reasoning: '' };
  const agent = inProcessAgent((seen) => {
    expect(seen).toBe(observation);
    return decision;
  });
  expect(await agent.decide(shown, 1000)).toMatchObject({ kind: 'decision', decision });
  expect(await agent.settleRefusal()).toEqual([]);
  expect((await agent.close()).findings).toEqual([]);
});

test('a function that throws is a fault, and stays one', async () => {
  let calls = 0;
  const agent = inProcessAgent(() => {
    calls += 1;
    throw new Error('no \u001b data');
  });
  const fault = {
    kind: 'fault',
    fault: 'transport',
    diagnostic: { code: 'agent-threw', found: 'Error: no \\x1b data' },
  };
  expect(await agent.decide(shown, 1000)).toMatchObject(fault);
  expect(await agent.decide(shown, 1000)).toMatchObject(fault);
  expect(calls).toBe(1);
});

test('a promise is held to the budget', async () => {
  const agent = inProcessAgent(() => new Promise(() => {}));
  expect(await agent.decide(shown, 10)).toMatchObject({ fault: 'timeout', diagnostic: { code: 'timeout' } });
});
