import { describe, expect, test } from 'vitest';
import type { Agent, Answer } from '../../src/agents/agent.ts';
import { scheduleFor } from '../../src/faults/schedule.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';
import { encodeUtf8 } from '../../src/kernel/utf8.ts';
import { functionTask, inputsOf, restates, runTask } from '../support/faults.ts';
import { planned, planOf } from './support.ts';

const inputs = inputsOf({});
const cell = { windowStart: 20, windowEnd: 50, seed: 0n };

/** A plan whose one limit rejects `rejected` submissions in the cell, from a step before `before` on. */
function limitPlan(rejected: number, before = 20) {
  for (let seed = 0n; seed < 20_000n; seed += 1n) {
    const plan = planOf([planned('rate_limit', 64)], seed);
    const [armed] = scheduleFor(plan, cell).armed;
    if (armed !== undefined && armed.extent === rejected && armed.armStep < before) {
      return { plan, armStep: armed.armStep };
    }
  }
  throw new Error('no seed draws it');
}

/** An agent that sends bytes, as one on a wire does; `answer` has the number of the request, from 0. */
function wireAgent(answer: (request: number, date: string) => Answer): {
  agent: Agent;
  requests: () => number;
} {
  let requests = 0;
  return {
    requests: () => requests,
    agent: {
      decide: async (presentation) => {
        requests += 1;
        return answer(requests - 1, presentation.observation().date);
      },
      settleRefusal: async () => [],
      close: async () => ({ code: 0, signal: null, stderrTail: '', stderrBytes: 0, findings: [] }),
    },
  };
}

const line = (text: string, elapsedMs = 1): Answer => ({ kind: 'line', bytes: encodeUtf8(text), elapsedMs });
const ORDERS = '{"orders":[{"symbol":"SYM00","action":"buy","target_weight":0.5}]}';
const silence: Answer = {
  kind: 'fault',
  fault: 'transport',
  final: false,
  diagnostic: diagnostic('agent-threw', 'error', {}, { found: 'x' }),
  elapsedMs: 5,
  bytes: null,
};

const wireTask = (plan: ReturnType<typeof planOf> | null, agent: Agent) => ({
  ...functionTask(inputs, plan, restates),
  agent: { id: 'wire', transport: 'stdio' as const, command: [] },
  startAgent: async () => agent,
});

describe('a limit of 64 rejections', () => {
  test('costs 64 further round trips and not one more, each with the identical observation', async () => {
    const { plan } = limitPlan(64);
    const seen: string[] = [];
    let requests = 0;
    const { report, turns } = await runTask(
      functionTask(inputs, plan, (observation) => {
        requests += 1;
        seen.push(JSON.stringify(observation, (_, value) => (value instanceof Map ? [...value] : value)));
        return restates(observation);
      }),
    );
    expect(requests).toBe(30 + 64);
    expect(new Set(seen).size).toBe(30);
    const limited = turns.find((turn) => turn.faults !== undefined);
    expect(limited?.faults?.rejected).toHaveLength(64);
    expect(report.fault_evidence?.events).toMatchObject([
      {
        event: 'rate_limited',
        rejected_presentations: 64,
        resubmissions_under_limit: 63,
        waits_under_limit: 0,
      },
    ]);
  });

  test('keeps the time of what was rejected apart from decision time', async () => {
    const { plan } = limitPlan(3);
    const { agent } = wireAgent((request) => line(ORDERS, request === 0 ? 2 : 4));
    const { report } = await runTask(wireTask(plan, agent));
    expect(report.timing.decisions).toBe(30);
    const { rate_limited } = report.fault_evidence!;
    expect([10, 12]).toContain(rate_limited);
  });
});

describe('while a limit is active', () => {
  test('a refused line is a hold that the kit filled in: a wait, counted in the health of the run', async () => {
    const { plan, armStep } = limitPlan(4);
    // The second answer of the limited step is no decision.
    const { agent, requests } = wireAgent((request) => line(request === armStep + 1 ? 'oops' : ORDERS));
    const { report, turns } = await runTask(wireTask(plan, agent));
    expect(requests()).toBe(30 + 4);
    expect(report.fault_evidence?.events).toMatchObject([
      {
        rejected_presentations: 4,
        resubmissions_under_limit: 2,
        waits_under_limit: 1,
        resubmitted_after_deadline: true,
      },
    ]);
    expect(turns[armStep]?.faults?.rejected.map(({ orders }) => orders)).toStrictEqual([1, 0, 1, 1]);
    expect(report.health).toMatchObject({ protocol_faults: 1, first_failed_step: armStep, tripped: false });
  });

  test('a breaker that trips ends the requests; the limit runs out on holds by itself', async () => {
    const { plan, armStep } = limitPlan(9);
    const { agent, requests } = wireAgent((request) => (request > armStep ? silence : line(ORDERS)));
    const { report, turns } = await runTask(wireTask(plan, agent));
    // The last answer with orders, then three that never came.
    expect(requests()).toBe(armStep + 1 + 3);
    expect(report.health).toMatchObject({ transport_faults: 3, tripped: true, first_failed_step: armStep });
    expect(turns).toHaveLength(30);
    expect(turns[armStep]).toMatchObject({ verdict: 'not_asked', step: armStep });
    expect(report.fault_evidence?.events).toMatchObject([
      {
        rejected_presentations: 9,
        resubmissions_under_limit: 0,
        waits_under_limit: 8,
        resubmitted_after_deadline: false,
      },
    ]);
  });

  test('a stop ends the run at once: the step is not executed and the limit has no event', async () => {
    const { plan, armStep } = limitPlan(40);
    let stop = () => {};
    let requests = 0;
    const { agent } = wireAgent((request) => {
      requests += 1;
      if (request === armStep + 2) stop();
      return line(ORDERS);
    });
    const { report, turns, lines } = await runTask(wireTask(plan, agent), (event, controls) => {
      if (event.type === 'run_started') stop = () => controls.accept({ kind: 'stop', reason: 'enough' });
    });
    expect(requests).toBe(armStep + 3);
    expect(turns).toHaveLength(armStep);
    expect(report.fault_evidence?.events).toStrictEqual([]);
    expect(lines.filter((each) => each.includes('"dispatch_canceled"'))).toHaveLength(1);
    expect(report.stop.reason).toContain('enough');
  });
});

describe('what a turn tells of a plan', () => {
  test('is what was shown, where it was not the truth, and the events of its step', async () => {
    const plan = planOf([planned('amount_sign', 3)], 5n);
    const [armed] = scheduleFor(plan, cell).armed;
    const { turns, report } = await runTask(functionTask(inputs, plan, restates));
    const perturbed = turns.filter((turn) => turn.faults !== undefined);
    expect(perturbed.length).toBeGreaterThan(0);
    for (const turn of perturbed) {
      expect(turn.step - armed!.armStep).toBeLessThan(armed!.extent);
      for (const [index, symbol] of inputs.dataset.symbols.entries()) {
        const real = report.book.shares(turn.step - 1, index);
        expect(turn.faults?.shown?.shares[symbol]).toBe(real === 0 ? 0 : -real);
      }
      expect(turn.faults?.shown?.cash).toBe(report.book.cash(turn.step - 1));
      expect(turn.faults?.events.map(({ event }) => event)).toStrictEqual(['sign_inverted']);
    }
  });
});

test('the report names its evidence exactly', async () => {
  const { lines, report } = await runTask(functionTask(inputs, limitPlan(2).plan, restates));
  const [, text = ''] = /"fault_evidence":(\{.*\}),"attempts":/.exec(lines.at(-1) ?? '') ?? [];
  expect(Object.keys(JSON.parse(text))).toStrictEqual([
    'plan_sha256',
    'cell',
    'assigned',
    'events',
    'rate_limited',
  ]);
  expect(JSON.parse(text).cell).toStrictEqual({ window_start: 20, window_end: 50, seed: 0 });
  expect(report.fault_evidence?.rate_limited).toBe(0);
});
