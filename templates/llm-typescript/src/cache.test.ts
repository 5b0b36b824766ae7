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
  equal(keyOf(request), 'd0f1a21963e9b2c2d74b33d13800a3b55820080bd296de0ae191357fea65140a');
  const { url, body } = request;
  for (const other of [
    { url: `${url}/`, body },
    { url, body: { ...body, model: 'large' } },
    { url, body: { ...body, temperature: 0 } },
    { url, body: { ...body, messages: [{ role: 'user', content: 'Zurich' } as const] } },
  ]) {
    ok(keyOf(other) !== keyOf(request));
  }
});

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
