// What the protocol loop keeps to. Run: npm test

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersTo, encode } from './loop.js';

/** The answers to a text that arrives in pieces of `size` bytes, by an agent that counts. */
async function answers(text, size) {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let asked = 0;
  const counting = {
    decide: (observation) => ({ orders: [], reasoning: `${observation.date} ${(asked += 1)}` }),
  };
  const all = [];
  for await (const answer of answersTo(chunks(), counting)) all.push(JSON.parse(answer).reasoning);
  return all;
}

test('each observation gets one line, however its bytes arrive', async () => {
  // U+2028 inside a string is no end of a line.
  const text = '{"date":"é 1","note":"\u2028"}\n{"date":"😀 2"}\r\n';
  for (const size of [1, 2, 3, 7, 1000]) {
    assert.deepEqual(await answers(text, size), ['é 1 1', '😀 2 2']);
  }
});

test('an observation that comes again gets the same line', async () => {
  assert.deepEqual(await answers('{"date":"1"}\n{"date":"1"}\n{"date":"2"}\n', 9), ['1 1', '1 1', '2 2']);
});

test('a last line without its end counts', async () => {
  assert.deepEqual(await answers('{"date":"1"}', 5), ['1 1']);
});

test('no observation, no answer', async () => {
  assert.deepEqual(await answers('', 1), []);
});

test('an answer is one line', () => {
  assert.equal(encode({ reasoning: 'a\nb' }), '{"reasoning":"a\\nb"}\n');
});

test('a number that is not finite never leaves', () => {
  for (const number of [NaN, Infinity, -Infinity]) {
    assert.throws(() => encode({ orders: [{ target_weight: number }] }), /target_weight is/);
  }
});
