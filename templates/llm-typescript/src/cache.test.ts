import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyOf, ResponseCache } from './cache.ts';
import { Failure } from './failure.ts';
import { completion, request } from './fixtures.ts';

function inFolder(body: (folder: string) => void): () => void {
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-cache-'));
    try {
      body(join(folder, 'cache'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

test('an answer that was kept comes back, to another process too', inFolder((folder) => {
  const cache = new ResponseCache(folder);
  equal(cache.get(request), null);
  deepEqual(cache.put(request, completion('a')), completion('a'));
  deepEqual(new ResponseCache(folder).get(request), completion('a'));
}));

test('the first answer to a request stays the answer', inFolder((folder) => {
  new ResponseCache(folder).put(request, completion('first'));
  deepEqual(new ResponseCache(folder).put(request, completion('second')), completion('first'));
}));

test('nothing but the entry is left behind', inFolder((folder) => {
  new ResponseCache(folder).put(request, completion('a'));
  deepEqual(readdirSync(folder), [`${keyOf(request)}.json`]);
}));

test('the key is the SHA-256 of the whole request', () => {
  equal(keyOf(request), 'ac528c01427c4ad3753943935f58bc5cfc701824ef52678b6d4a586b1e5fb265');
  for (const other of [
    { ...request, model: 'large' },
    { ...request, temperature: 1 },
    { ...request, seed: 7 },
    { ...request, messages: [{ role: 'user', content: 'Zurich' } as const] },
  ]) {
    ok(keyOf(other) !== keyOf(request));
  }
});

test('the order of its members is none of a request', inFolder((folder) => {
  const { model, ...rest } = request;
  const turned = { ...rest, model };
  equal(keyOf(turned), keyOf(request));
  const cache = new ResponseCache(folder);
  cache.put(request, completion('a'));
  deepEqual(cache.get(turned), completion('a'));
}));

test('a damaged entry, or one of another request, is a failure and no miss', inFolder((folder) => {
  const cache = new ResponseCache(folder);
  cache.put(request, completion('a'));
  const path = join(folder, `${keyOf(request)}.json`);
  const whole = readFileSync(path, 'utf8');
  for (const damaged of ['', 'null', whole.slice(0, -3), whole.replace('Zürich', 'Bern'), whole.replace('11', '-1')]) {
    writeFileSync(path, damaged);
    throws(() => cache.get(request), Failure);
  }
}));
