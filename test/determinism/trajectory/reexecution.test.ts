import { expect, test } from 'vitest';
import { RunComparison } from '../../../src/determinism/trajectory/reexecution.ts';
import type { Decision } from '../../../src/protocol/decision.ts';
import { captured } from './captured.ts';

const weigh = (target_weight: number, reasoning = ''): Decision => ({
  orders: [{ symbol: 'SYM00', action: 'buy', target_weight, rationale: '' }],
  reasoning,
});
const recorded = captured(() => () => weigh(0.5), { windows: [{ start: 20, end: 24 }], seeds: [7n] })
  .runs[0]!;

function compared(...turns: (Decision | 'refused')[]): RunComparison {
  const comparison = new RunComparison(3, recorded);
  for (const [step, turn] of turns.entries()) {
    if (turn === 'refused') comparison.turn({ step, verdict: 'refused', decision: weigh(0) });
    else comparison.turn({ step, verdict: 'accepted', decision: turn });
  }
  return comparison;
}

test('a run that repeats has every step compared, and no divergence', () => {
  const same = compared(weigh(0.5), weigh(0.5, 'other words'), weigh(0.5), weigh(0.5));
  expect([same.compared, same.divergence]).toEqual([4, null]);
});

test('the first step that differs is the divergence, with both decisions', () => {
  const other = compared(weigh(0.5), weigh(0.25), weigh(0.1), weigh(0.5));
  expect(other.compared).toBe(2);
  expect(other.divergence).toEqual({
    run: 3,
    window_start: 20,
    window_end: 24,
    seed: 7n,
    step: 1,
    observation_id: recorded.steps[1]!.observation_id,
    recorded: weigh(0.5),
    reexecuted: weigh(0.25),
    difference: { pointer: '/orders/0/target_weight', a: '0.5', b: '0.25' },
  });
});

test('the hold in the place of a refused answer is no decision, and what follows it is not compared', () => {
  const failed = compared(weigh(0.5), 'refused', weigh(0.1), weigh(0.1));
  expect([failed.compared, failed.divergence]).toEqual([1, null]);
});

test('a divergence before a failure stays one', () => {
  expect(compared(weigh(0.4), 'refused').divergence?.step).toBe(0);
});
