// What the strategy decides. Run: npm test

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, Strategy } from './strategy.js';

const flat = Array(10).fill(100);
const risen = [...Array(9).fill(100), 110];
const fallen = [...Array(9).fill(100), 90];

function observation(closes) {
  const symbols = Object.entries(closes).map(([symbol, each]) => ({ symbol, close_history: each }));
  return { date: '2026-01-02', cash: 1, symbols, portfolio: [] };
}

/** A strategy that has been shown the given closes of one symbol; the last order. */
function orderAfter(...histories) {
  const strategy = new Strategy();
  return histories.map((closes) => strategy.decide(observation({ AAA: closes })).orders[0]).at(-1);
}

test('a rise above the average is bought', () => {
  assert.deepEqual(orderAfter(risen), {
    symbol: 'AAA',
    action: 'buy',
    target_weight: 0.9,
    confidence: 0.5 + (110 / 101 - 1) * 2,
    rationale: 'trend up',
  });
});

test('within the band the last target is restated', () => {
  for (const [before, target] of [[fallen, 0], [risen, 0.9]]) {
    for (const last of [100.9, 99.1]) {
      const { action, target_weight } = orderAfter(before, [...flat.slice(1), last]);
      assert.deepEqual({ action, target_weight }, { action: 'hold', target_weight: target });
    }
  }
});

test('a fall below the average is closed', () => {
  const { action, target_weight } = orderAfter(risen, fallen);
  assert.deepEqual({ action, target_weight }, { action: 'close', target_weight: 0 });
});

test('nine closes are too little history', () => {
  assert.deepEqual(orderAfter(risen.slice(1)), {
    symbol: 'AAA',
    action: 'hold',
    target_weight: 0,
    rationale: 'too little history',
  });
});

test('prices that cannot be averaged change nothing', () => {
  for (const closes of [Array(10).fill(0), [...flat.slice(1), null], Array(10).fill(1e308)]) {
    assert.deepEqual(orderAfter(risen, closes), {
      symbol: 'AAA',
      action: 'hold',
      target_weight: 0.9,
      rationale: 'no usable price',
    });
  }
});

test('confidence ends at nine tenths', () => {
  assert.equal(orderAfter([...Array(9).fill(100), 1000]).confidence, 0.9);
});

test('orders come in the order of the observation and share equally', () => {
  const { orders } = new Strategy().decide(observation({ ZZZ: risen, AAA: risen, MMM: fallen }));
  assert.deepEqual(
    orders.map((each) => [each.symbol, each.target_weight]),
    [['ZZZ', 0.9 / 3], ['AAA', 0.9 / 3], ['MMM', 0]],
  );
});

test('when a symbol joins, the others are sold down', () => {
  const strategy = new Strategy();
  strategy.decide(observation({ AAA: risen }));
  const [order] = strategy.decide(observation({ AAA: risen, BBB: flat })).orders;
  assert.deepEqual([order.action, order.target_weight], ['sell', 0.45]);
});

test('no symbols, no orders', () => {
  assert.deepEqual(new Strategy().decide(observation({})).orders, []);
});

test('the average adds in order, oldest first', () => {
  assert.equal(mean([1e16, 1, -1e16]), 0);
});
