import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { ChatClient, type Fetch } from './client.ts';
import { request, settings } from './fixtures.ts';
import type { Settings } from './settings.ts';

const COMPLETION = {
  choices: [{ message: { role: 'assistant', content: '{}' } }],
  usage: { prompt_tokens: 30, completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 1 } },
};

interface Canned {
  readonly status?: number;
  readonly body?: unknown;
  readonly retryAfter?: string;
}

/** Gives its answers one after the other, and remembers what it was asked and how long it waited. */
function clientFor(answers: readonly (Canned | Error)[], changed: Partial<Settings> = {}) {
  const sent: Parameters<Fetch>[] = [];
  const pauses: number[] = [];
  const client = new ChatClient(
    { ...settings, ...changed },
    {
      fetch: async (...options) => {
        const answer = answers[sent.push(options) - 1];
        if (answer === undefined) throw new Error('asked too often');
        if (answer instanceof Error) throw answer;
        const { status = 200, body = COMPLETION, retryAfter = null } = answer;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return { status, headers: { get: () => retryAfter }, body: streamOf(text) };
      },
      pause: async (milliseconds) => void pauses.push(milliseconds),
    },
  );
  return { sent, pauses, complete: () => client.complete(request) };
}

async function* streamOf(text: string) {
  for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte);
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no failure',
    (error: Error) => error.message,
  );
}

test('content and token counts are read from the answer', async () => {
  deepEqual(await clientFor([{}]).complete(), {
    content: '{}',
    cost: { tokens_in: 30, tokens_out: 4, reasoning_tokens: 1 },
  });
});

test('the request is posted as it is, with the key in its header alone, and not redirected', async () => {
  const { sent, complete } = clientFor([{}]);
  await complete();
  const [url, options] = sent[0]!;
  deepEqual([url, options.method, options.redirect], [`${settings.baseUrl}/chat/completions`, 'POST', 'error']);
  equal(options.body, JSON.stringify(request));
  equal(options.headers['authorization'], 'Bearer sk-secret');
});

test('without a key no authorization is sent', async () => {
  const { sent, complete } = clientFor([{}], { key: null });
  await complete();
  equal('authorization' in sent[0]![1].headers, false);
});

test('a model may say nothing, and a server report no usage: then the cost is unknown', async () => {
  for (const body of [
    { choices: [{ message: { content: null } }] },
    { choices: [{ message: {} }], usage: { prompt_tokens: -1, completion_tokens: 1.5 } },
  ]) {
    deepEqual(await clientFor([{ body }]).complete(), { content: '', cost: null });
  }
});

test('a busy server and a lost connection are asked again, after pauses that grow', async () => {
  const { pauses, complete } = clientFor([{ status: 503 }, new Error('reset'), {}]);
  equal((await complete()).content, '{}');
  deepEqual(pauses, [1000, 2000]);
});

test('the server may ask for a longer pause', async () => {
  const { pauses, complete } = clientFor([{ status: 429, retryAfter: '3' }, { status: 429, retryAfter: 'soon' }, {}]);
  await complete();
  deepEqual(pauses, [3000, 2000]);
});

test('as many attempts as are set are all', async () => {
  const { sent, complete } = clientFor([{ status: 500 }, { status: 500 }, { status: 502, body: 'down' }, {}]);
  await rejects(complete(), /gave no answer: status 502, "down"/);
  equal(sent.length, 3);
  const once = clientFor([{ status: 500 }, {}], { attempts: 1 });
  await rejects(once.complete(), /gave no answer: status 500/);
  equal(once.sent.length, 1);
});

test('what is no address is said before anything is sent', async () => {
  const { sent, complete } = clientFor([{}], { baseUrl: null });
  await rejects(complete(), /MY_URL has to be set/);
  equal(sent.length, 0);
});

test('a refusal is not asked for again', async () => {
  for (const answer of [{ status: 400 }, { status: 404 }, { body: 'hello' }, { body: { choices: [] } }]) {
    const { sent, complete } = clientFor([answer, {}]);
    await rejects(complete(), /gave no answer/);
    equal(sent.length, 1);
  }
});

test('a refused key is named and never shown', async () => {
  const refused = clientFor([{ status: 401, body: `${' '.repeat(195)}sk-secret is wrong` }]);
  const message = await messageOf(refused.complete());
  ok(message.includes('MY_KEY, which is set'));
  equal(message.includes('sk-'), false);
  const missing = clientFor([{ status: 401 }], { key: null });
  await rejects(missing.complete(), /MY_KEY, which is not set/);
});

test('the budget counts every attempt of the process', async () => {
  const { sent, complete } = clientFor([{ status: 500 }, {}, {}], { callBudget: 2 });
  await complete();
  await rejects(complete(), /the budget of 2 calls a run is spent/);
  equal(sent.length, 2);
});

test('an answer without an end is cut off', async () => {
  let chunks = 0;
  async function* endless() {
    for (;;) {
      chunks += 1;
      yield new Uint8Array(1024 * 1024);
    }
  }
  const client = new ChatClient(settings, {
    fetch: async () => ({ status: 200, headers: { get: () => null }, body: endless() }),
  });
  await rejects(client.complete(request), /more than 4194304 bytes/);
  equal(chunks, 5);
});
