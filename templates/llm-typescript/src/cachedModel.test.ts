import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from './cache.ts';
import { cachedModel } from './cachedModel.ts';
import type { ChatRequest, Completion } from './chat.ts';
import { completion, settings } from './fixtures.ts';

class MemoryCache {
  readonly entries = new Map<string, Completion>();

  get(request: ChatRequest) {
    return this.entries.get(keyOf(request)) ?? null;
  }

  put(request: ChatRequest, answer: Completion) {
    this.entries.set(keyOf(request), answer);
    return answer;
  }
}

/** Answers with the number of times it was asked. */
class CountingClient {
  asked: ChatRequest[] = [];

  async complete(request: ChatRequest) {
    this.asked.push(request);
    return completion(String(this.asked.length));
  }
}

const messages = [{ role: 'user', content: 'what now?' }] as const;

test('a request is sent once; its answer and its cost repeat', async () => {
  const client = new CountingClient();
  const model = cachedModel({ settings, cache: new MemoryCache(), client });
  deepEqual(await model(messages), completion('1'));
  deepEqual(await model(messages), completion('1'));
  deepEqual(client.asked, [{ model: 'small', temperature: 0, messages }]);
});

test('the key is in no request', async () => {
  const client = new CountingClient();
  await cachedModel({ settings, cache: new MemoryCache(), client })(messages);
  equal(JSON.stringify(client.asked).includes('sk-secret'), false);
});

test('replay only answers from the cache, and fails where it has no answer', async () => {
  const client = new CountingClient();
  const cache = new MemoryCache();
  const parts = { settings: { ...settings, isReplayOnly: true }, cache, client };
  await rejects(cachedModel(parts)(messages), /replay only: no answer in cache\/ for request [0-9a-f]{64}, and no call is made/);
  await cachedModel({ ...parts, settings })(messages);
  deepEqual(await cachedModel(parts)(messages), completion('1'));
  equal(client.asked.length, 1);
});
