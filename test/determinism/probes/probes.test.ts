import { describe, expect, test } from 'vitest';
import type { Agent, AgentExit } from '../../../src/agents/agent.ts';
import { probedAgent } from '../../../src/determinism/probes/probedAgent.ts';
import { probeCarriedState, probeRepeatedRequest } from '../../../src/determinism/probes/probes.ts';
import { observedSymbols } from '../../../src/protocol/observedSymbols.ts';

const observed = observedSymbols(['AAPL']);
const lines = Array.from({ length: 6 }, (_, day) => Buffer.from(`{"date":"2024-01-0${day + 1}"}`));
const exit: AgentExit = { code: 0, signal: null, stderrTail: '', stderrBytes: 0, findings: [] };

/** An agent whose weight is a function of the line; null is no answer at all. */
function agentOf(weight: (line: string) => number | null): Agent {
  return {
    decide: async ({ line }) => {
      const value = weight(Buffer.from(line()).toString('utf8'));
      if (value === null) {
        const diagnostic = {
          code: 'agent-exited',
          severity: 'error' as const,
          place: {},
          found: null,
          accepted: [],
          facts: {},
        };
        return { kind: 'fault', fault: 'transport', final: true, diagnostic, elapsedMs: 0, bytes: null };
      }
      const text = `{"orders":[{"symbol":"AAPL","action":"buy","target_weight":${value}}]}`;
      return { kind: 'line', bytes: Buffer.from(text), elapsedMs: 0 };
    },
    settleRefusal: async () => [],
    close: async () => exit,
  };
}

const request = (start: () => Agent, signal = new AbortController().signal) => ({
  start: async () => start(),
  lines,
  observed,
  budgetMs: 1_000,
  signal,
});

const counting = (): Agent => {
  let count = 0;
  return agentOf(() => count++ / 100);
};

describe('the same observation twice in a row', () => {
  test('is nothing to an agent that decides from it alone', async () => {
    const verdict = await probeRepeatedRequest({
      ...request(() => agentOf((line) => line.length / 100)),
      twice: 3,
    });
    expect(verdict).toStrictEqual({ status: 'passed', steps_compared: 6, reason: null, difference: null });
  });

  test('shows an agent that counts requests, at the first', async () => {
    const verdict = await probeRepeatedRequest({ ...request(counting), twice: 3 });
    expect(verdict).toMatchObject({
      status: 'failed',
      difference: { step: 0, kind: 'again', pointer: '/orders/0/target_weight', a: '0.0', b: '0.01' },
    });
  });

  test('shows an agent that goes on as if it had been another day', async () => {
    const start = (): Agent => {
      const past: string[] = [];
      const answers = new Map<string, number>();
      return agentOf((line) => {
        past.push(line);
        if (!answers.has(line)) answers.set(line, past.length / 100);
        return answers.get(line)!;
      });
    };
    const verdict = await probeRepeatedRequest({ ...request(start), twice: 2 });
    expect(verdict).toMatchObject({
      status: 'failed',
      difference: { step: 1, kind: 'afterwards', a: '0.02', b: '0.03' },
    });
  });

  test('has no verdict where two runs differ without it', async () => {
    let runs = 0;
    const start = (): Agent => {
      const run = runs++;
      return agentOf(() => run / 100);
    };
    expect(await probeRepeatedRequest({ ...request(start), twice: 3 })).toMatchObject({
      status: 'no_verdict',
      reason: 'two runs that are asked once differ, too',
    });
  });

  test('has no verdict where the repetition is not answered, or nothing is asked', async () => {
    const once = (): Agent => {
      const seen = new Set<string>();
      return agentOf((line) => {
        if (seen.has(line)) return null;
        seen.add(line);
        return 0.1;
      });
    };
    expect(await probeRepeatedRequest({ ...request(once), twice: 3 })).toMatchObject({
      status: 'no_verdict',
      reason: 'agent-exited',
    });
    const nothing = { ...request(counting), lines: [] };
    expect(await probeRepeatedRequest({ ...nothing, twice: 3 })).toMatchObject({ status: 'no_verdict' });
  });
});

describe('run 1, another run, run 1 again', () => {
  const otherLines = lines.slice(3);

  test('passes where every run begins anew', async () => {
    const verdict = await probeCarriedState({ ...request(counting), otherLines });
    expect(verdict).toMatchObject({ status: 'passed', steps_compared: 6 });
  });

  test('shows state that outlives a run', async () => {
    const one = counting();
    const verdict = await probeCarriedState({ ...request(() => one), otherLines });
    expect(verdict).toMatchObject({
      status: 'failed',
      difference: { step: 0, kind: 'afterwards', a: '0.0', b: '0.09' },
    });
  });

  test('has no verdict where the other run fails', async () => {
    const failing = () => agentOf((line) => (line.includes('06') ? null : 0.1));
    const verdict = await probeCarriedState({ ...request(failing), lines: lines.slice(0, 3), otherLines });
    expect(verdict).toMatchObject({ status: 'no_verdict', reason: 'agent-exited' });
  });
});

test('a probed agent hands on what it was shown once it is closed, and adds the findings', async () => {
  const shown: string[] = [];
  const agent = probedAgent(counting(), async (kept) => {
    shown.push(...kept.map((line) => Buffer.from(line).toString('utf8')));
    const difference = { step: 2, kind: 'again' as const, pointer: '/orders', a: '1', b: '2' };
    return [{ probe: 'repeated-request', status: 'failed', steps_compared: 2, reason: null, difference }];
  });
  for (const [step, line] of lines.slice(0, 2).entries()) {
    const presentation = { step, line: () => line, observation: () => JSON.parse(line.toString()) };
    await agent.decide(presentation, 100);
    // Shown again by a fault plan: still one step.
    await agent.decide(presentation, 100);
  }
  const [first, second] = await Promise.all([agent.close(), agent.close()]);
  expect(second).toBe(first);
  expect(shown).toStrictEqual(['{"date":"2024-01-01"}', '{"date":"2024-01-02"}']);
  expect(first.findings).toMatchObject([
    { code: 'repeated-request', severity: 'error', place: { step: 2, pointer: '/orders' } },
  ]);
});
