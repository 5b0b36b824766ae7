import { describe, expect, test } from 'vitest';
import { costProfiles } from '../../src/engine/costModel.ts';
import { EngineRun } from '../../src/engine/run.ts';
import { createDataset } from '../../src/market/createDataset.ts';
import type { Decision, Order } from '../../src/protocol/decision.ts';

function market(closes: number[], other = closes.map(() => 10)) {
  const dates = closes.map((_, bar) => `d${String(bar).padStart(3, '0')}`);
  const none = () => new Float64Array(closes.length);
  return createDataset('test', dates, [
    { symbol: 'A', closes: Float64Array.from(closes), dividends: none() },
    { symbol: 'B', closes: Float64Array.from(other), dividends: none() },
  ]);
}

function runOf(closes: number[], other?: number[]): EngineRun {
  const dataset = market(closes, other);
  return new EngineRun({
    dataset,
    costs: costProfiles.frictionless,
    window: { start: 0, end: closes.length },
    seed: 0n,
  });
}

const order = (symbol: string, weight: number): Order => ({
  symbol,
  action: 'buy',
  target_weight: weight,
  rationale: '',
});
const decision = (...orders: Order[]): Decision => ({ orders, reasoning: '' });

describe('orders that the wire would refuse, given to the engine directly', () => {
  test('a symbol ordered twice fills once and leaves a manipulative_order', () => {
    const run = runOf([10, 10]);
    run.execute(decision(order('A', 0.2), order('A', 0.4)));
    expect(run.events.map((each) => each.event)).toStrictEqual(['order_placed', 'manipulative_order']);
    expect(run.shares[0]).toBe(0.02);
  });

  test('a target beyond five times NAV, or none at all, leaves a manipulative_order and no fill', () => {
    for (const weight of [5.1, -5.1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const run = runOf([10, 10]);
      run.execute(decision(order('A', weight)));
      expect(run.events.map((each) => each.event)).toStrictEqual(['manipulative_order']);
      expect(run.shares[0]).toBe(0);
    }
  });

  test('an unknown symbol is passed over; repeated, it is manipulative', () => {
    const run = runOf([10, 10]);
    run.execute(decision(order('X', 0.1), order('X', 0.1), order('__proto__', 0.1)));
    expect(run.events.map((each) => each.event)).toStrictEqual(['manipulative_order']);
  });

  test('a target above half of NAV warns and still fills', () => {
    const run = runOf([10, 10]);
    run.execute(decision(order('A', 0.6)));
    expect(run.events.map((each) => each.event)).toStrictEqual(['concentration_breach', 'order_placed']);
    expect(run.shares[0]).toBe(0.06);
  });
});

describe('bars without a positive price', () => {
  test('C07: orders at a negative close do not fill and leave no event, and the bar stays', () => {
    const run = runOf([10, -37.63, 10]);
    run.execute(decision());
    run.execute(decision(order('A', 0.5)));
    expect(run.events).toStrictEqual([]);
    expect(run.shares[0]).toBe(0);
    run.execute(decision());
    expect(run.done).toBe(true);
  });

  test('C08: a close of zero while shares are held takes the position at 0 and recovers, without NaN', () => {
    const run = runOf([10, 10, 0, 10]);
    run.execute(decision(order('A', 0.5)));
    run.execute(decision());
    run.execute(decision(order('A', 0.5)));
    run.execute(decision());
    const { returns } = run.result();
    expect(Array.from(returns)).toStrictEqual([0, 0, -0.5, 1]);
    expect(run.history.nav(2)).toBe(0.5);
    expect(run.history.nav(3)).toBe(1);
  });
});
