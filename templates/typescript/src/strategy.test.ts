import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation, Order } from './contract.ts';
import { mean, Strategy } from './strategy.ts';

type Closes = (number | null)[];

const FLAT: Closes = Array(10).fill(100);
const RISEN: Closes = [...FLAT.slice(1), 110];
const FALLEN: Closes = [...FLAT.slice(1), 90];

function observation(closes: Record<string, Closes>): Observation {
  const symbols = Object.entries(closes).map(([symbol, close_history]) => ({ symbol, close_history }));
  return { date: '2026-01-02', cash: 1, symbols, portfolio: [] };
}

function order(strategy: Strategy, closes: Closes): Order | undefined {
  return strategy.decide(observation({ AAA: closes })).orders[0];
}

test('a rise above the average is bought', () => {
  deepEqual(order(new Strategy(), RISEN), {
    symbol: 'AAA',
    action: 'buy',
    target_weight: 0.9,
    confidence: 0.5 + (110 / 101 - 1) * 2,
    rationale: 'trend up',
  });
});

test('within the band the last target is restated', () => {
  const strategy = new Strategy();
  equal(order(strategy, FLAT)?.target_weight, 0);
  order(strategy, RISEN);
  const again = order(strategy, FLAT);
  deepEqual([again?.action, again?.target_weight], ['hold', 0.9]);
});

test('a fall below the average is closed', () => {
  const strategy = new Strategy();
  order(strategy, RISEN);
  const fallen = order(strategy, FALLEN);
  deepEqual([fallen?.action, fallen?.target_weight, fallen?.rationale], ['close', 0, 'trend down']);
});

test('nine closes are too little history', () => {
  deepEqual(order(new Strategy(), RISEN.slice(1)), {
    symbol: 'AAA',
    action: 'hold',
    target_weight: 0,
    rationale: 'too little history',
  });
});

test('prices that cannot be averaged change nothing', () => {
  const strategy = new Strategy();
  order(strategy, RISEN);
  for (const closes of [Array(10).fill(0), [...FLAT.slice(1), null], Array(10).fill(1e308)]) {
    deepEqual(order(strategy, closes), {
      symbol: 'AAA',
      action: 'hold',
      target_weight: 0.9,
      rationale: 'no usable price',
    });
  }
});

test('confidence ends at nine tenths', () => {
  equal(order(new Strategy(), [...FLAT.slice(1), 1000])?.confidence, 0.9);
});

test('orders come in the order of the observation and share equally', () => {
  const { orders } = new Strategy().decide(observation({ ZZZ: RISEN, AAA: RISEN, MMM: FALLEN }));
  deepEqual(
    orders.map((each) => [each.symbol, each.target_weight]),
    [['ZZZ', 0.9 / 3], ['AAA', 0.9 / 3], ['MMM', 0]],
  );
});

test('when a symbol joins, the others are sold down', () => {
  const strategy = new Strategy();
  order(strategy, RISEN);
  const first = strategy.decide(observation({ AAA: RISEN, BBB: FLAT })).orders[0];
  deepEqual([first?.action, first?.target_weight], ['sell', 0.45]);
});

test('no symbols, no orders', () => {
  deepEqual(new Strategy().decide(observation({})).orders, []);
});

test('the mean adds from the oldest close on', () => {
  equal(mean([1, 1e16, -1e16]), 0);
  equal(mean([1e16, -1e16, 1]), 1 / 3);
});
