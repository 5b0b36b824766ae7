import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from './contract.ts';
import { encode, run } from './loop.ts';

/** Answers with the number of times it was asked. */
class Counting {
  asked = 0;

  decide({ date }: Observation) {
    this.asked += 1;
    return { orders: [], reasoning: `${date} ${this.asked}` };
  }
}

async function answersTo(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const written: string[] = [];
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  await run(new Counting(), streamOf(bytes), (line) => written.push(line));
  return written;
}

async function* streamOf(chunks: readonly Uint8Array[]) {
  yield* chunks;
}

test('each observation gets one line', async () => {
  deepEqual(await answersTo('{"date":"2026-01-02"}\n{"date":"2026-01-05"}\n'), [
    '{"orders":[],"reasoning":"2026-01-02 1"}\n',
    '{"orders":[],"reasoning":"2026-01-05 2"}\n',
  ]);
});

test('an observation that comes again gets the same line', async () => {
  const [first, again, second] = await answersTo('{"date":"a"}\n', '{"date":"a"}\n', '{"date":"b"}\n');
  equal(again, first);
  equal(second, '{"orders":[],"reasoning":"b 2"}\n');
});

test('a chunk may end inside a line, and inside a character', async () => {
  const bytes = new TextEncoder().encode('{"date":"Zürich 😀"}\n{"date":"b"}\n');
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  equal((await answersTo(...single))[0], '{"orders":[],"reasoning":"Zürich 😀 1"}\n');
});

test('a line separator of Unicode does not end a line', async () => {
  deepEqual(await answersTo('{"date":"a\u2028\u0085b"}\n'), ['{"orders":[],"reasoning":"a\u2028\u0085b 1"}\n']);
});

test('a last line without a line feed is answered', async () => {
  equal((await answersTo('{"date":"a"}')).length, 1);
});

test('no observation, no answer', async () => {
  deepEqual(await answersTo(), []);
});

test('a line that is no JSON ends the agent, and so do bytes that are no UTF-8', async () => {
  await rejects(answersTo('\n'), SyntaxError);
  await rejects(answersTo(Uint8Array.of(0x22, 0xff, 0x22, 0x0a)), TypeError);
});

test('a number that is not finite never leaves', () => {
  for (const number of [NaN, Infinity, -Infinity]) {
    const order = { symbol: 'A', action: 'buy', target_weight: number } as const;
    throws(() => encode({ orders: [order] }), /"target_weight" of a decision is .*(NaN|Infinity)/);
  }
});
