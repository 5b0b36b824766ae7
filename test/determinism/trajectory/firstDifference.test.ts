import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDifference } from '../../../src/determinism/firstDifference.ts';
import type { Decision, DecisionCost, Order } from '../../../src/protocol/decision.ts';
import { scoreBearing } from '../../../src/protocol/write/writeDecision.ts';

const buy = (weight: number, more: Partial<Order> = {}): Order => ({
  symbol: 'AAPL',
  action: 'buy',
  target_weight: weight,
  rationale: '',
  ...more,
});
const decision = (orders: readonly Order[], cost?: Partial<DecisionCost>): Decision => ({
  orders,
  reasoning: '',
  ...(cost && { cost: { cost_usd: 0, tokens_in: 0n, tokens_out: 0n, reasoning_tokens: 0n, ...cost } }),
});

describe('the first difference of two decisions', () => {
  test.each<[string, Decision, Decision, ReturnType<typeof firstDifference>]>([
    ['text for the audit is free', decision([buy(0.5, { rationale: 'x' })]), decision([buy(0.5)]), null],
    [
      'a weight, to its last digit',
      decision([buy(0.5), buy(0.30000000000000004)]),
      decision([buy(0.5), buy(0.3)]),
      { pointer: '/orders/1/target_weight', a: '0.30000000000000004', b: '0.3' },
    ],
    [
      'the sign of zero',
      decision([buy(-0)]),
      decision([buy(0)]),
      { pointer: '/orders/0/target_weight', a: '-0.0', b: '0.0' },
    ],
    [
      'a confidence that only one states',
      decision([buy(0.5)]),
      decision([buy(0.5, { confidence: 0.5 })]),
      { pointer: '/orders/0/confidence', a: 'absent', b: '0.5' },
    ],
    [
      'the symbol comes before what is ordered of it',
      decision([buy(0.5)]),
      decision([buy(0.1, { symbol: 'a"b', action: 'sell' })]),
      { pointer: '/orders/0/symbol', a: '"AAPL"', b: '"a\\"b"' },
    ],
    [
      'the action',
      decision([buy(0.5)]),
      decision([buy(0.1, { action: 'close' })]),
      { pointer: '/orders/0/action', a: '"buy"', b: '"close"' },
    ],
    [
      'an order that only one has',
      decision([buy(0.5, { rationale: 'why' })]),
      decision([]),
      {
        pointer: '/orders/0',
        a: '{"symbol":"AAPL","action":"buy","target_weight":0.5,"rationale":""}',
        b: 'absent',
      },
    ],
    [
      'a cost report that only one has',
      decision([]),
      decision([], { tokens_in: 1n }),
      {
        pointer: '/cost',
        a: 'absent',
        b: '{"cost_usd":0.0,"tokens_in":1,"tokens_out":0,"reasoning_tokens":0}',
      },
    ],
    [
      'token counts, every digit of them',
      decision([], { tokens_out: 18446744073709551615n }),
      decision([], { tokens_out: 18446744073709551614n }),
      { pointer: '/cost/tokens_out', a: '18446744073709551615', b: '18446744073709551614' },
    ],
  ])('%s', (_, a, b, expected) => {
    expect(firstDifference(a, b)).toEqual(expected);
  });

  test('there is one exactly if the score-bearing texts differ', () => {
    // Few values, so that equal pairs are common.
    const order = fc.record(
      {
        symbol: fc.constantFrom('A', 'B', '\ud800', '\ufffd'),
        action: fc.constantFrom('buy' as const, 'sell' as const),
        target_weight: fc.constantFrom(0, -0, 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
        confidence: fc.constantFrom(0, 1),
        rationale: fc.constantFrom('', 'x'),
      },
      { requiredKeys: ['symbol', 'action', 'target_weight', 'rationale'] },
    );
    const cost = fc.record({
      cost_usd: fc.constantFrom(0, -0, 1),
      tokens_in: fc.constantFrom(0n, 1n),
      tokens_out: fc.constant(0n),
      reasoning_tokens: fc.constantFrom(0n, 1n),
    });
    const any = fc.record(
      { orders: fc.array(order, { maxLength: 2 }), reasoning: fc.constantFrom('', 'r'), cost },
      { requiredKeys: ['orders', 'reasoning'] },
    );
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(firstDifference(a, b) === null).toBe(scoreBearing(a) === scoreBearing(b));
      }),
      { numRuns: 2_000 },
    );
  });
});
