import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from './chat.ts';
import type { Observation } from './contract.ts';
import { completion } from './fixtures.ts';
import { Strategy } from './strategy.ts';

const OBSERVATION: Observation = {
  date: '2026-01-02',
  cash: 1000,
  symbols: ['BBB', 'AAA', 'CCC'].map((symbol) => ({ symbol, close_history: [100.123456789, null] })),
  portfolio: [{ symbol: 'AAA', shares: -3, avg_price: 1 }],
};

/** A model that gives its answers one after the other, and keeps what it was shown. */
function modelWith(...answers: string[]) {
  const shown: (readonly Message[])[] = [];
  const model = async (messages: readonly Message[]) => completion(answers[shown.push(messages) - 1] ?? '');
  return { shown, strategy: new Strategy(model) };
}

async function targetsOf(strategy: Strategy) {
  const { orders } = await strategy.decide(OBSERVATION);
  return orders.map(({ symbol, action, target_weight }) => [symbol, action, target_weight]);
}

test('an answer becomes one order for each symbol, with what it cost', async () => {
  const { strategy } = modelWith('{"targets":{"AAA":0.25,"BBB":0.5},"reasoning":"up"}');
  deepEqual(await strategy.decide(OBSERVATION), {
    orders: [
      { symbol: 'BBB', action: 'buy', target_weight: 0.5 },
      { symbol: 'AAA', action: 'buy', target_weight: 0.25 },
      { symbol: 'CCC', action: 'hold', target_weight: 0 },
    ],
    reasoning: 'up',
    cost: { tokens_in: 11, tokens_out: 5, reasoning_tokens: 2 },
  });
});

test('a symbol that is left out keeps its target', async () => {
  const { strategy } = modelWith('{"targets":{"AAA":0.25,"BBB":0.5}}', '{"targets":{"BBB":0}}');
  await targetsOf(strategy);
  deepEqual(await targetsOf(strategy), [['BBB', 'close', 0], ['AAA', 'hold', 0.25], ['CCC', 'hold', 0]]);
});

test('an unusable answer restates the last targets, and its cost is reported all the same', async () => {
  const { strategy } = modelWith('{"targets":{"AAA":0.25}}', 'I would rather not say.');
  await targetsOf(strategy);
  const { orders, reasoning, cost } = await strategy.decide(OBSERVATION);
  deepEqual(orders[1], { symbol: 'AAA', action: 'hold', target_weight: 0.25 });
  deepEqual([reasoning, cost?.tokens_in], ['last targets: the answer is unusable', 11]);
});

test('a cost that is unknown is left out', async () => {
  const strategy = new Strategy(async () => ({ content: '', cost: null }));
  equal('cost' in (await strategy.decide(OBSERVATION)), false);
});

test('weights that are too much together are scaled down in proportion', async () => {
  const { strategy } = modelWith('{"targets":{"AAA":0.5,"BBB":0.5,"CCC":0.25}}');
  const factor = 0.9 / 1.25;
  deepEqual(await targetsOf(strategy), [
    ['BBB', 'buy', 0.5 * factor],
    ['AAA', 'buy', 0.5 * factor],
    ['CCC', 'buy', 0.25 * factor],
  ]);
});

test('the model is shown prices and its own targets: no date, no cash, no portfolio', async () => {
  const { strategy, shown } = modelWith('{"targets":{"AAA":0.25}}');
  await strategy.decide(OBSERVATION);
  await strategy.decide({ ...OBSERVATION, date: '2026-01-05', cash: -1, portfolio: [] });
  equal(
    shown[1]?.[1]?.content,
    '[{"symbol":"BBB","closes":[100.123,null],"weight":0},{"symbol":"AAA","closes":[100.123,null],"weight":0.25},' +
      '{"symbol":"CCC","closes":[100.123,null],"weight":0}]',
  );
});
