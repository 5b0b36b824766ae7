import { deepEqual, equal, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settings } from './fixtures.ts';
import { completionsUrl, readSettings } from './settings.ts';

/** The file of this project. */
const own = readFileSync(fileURLToPath(new URL('../llm.json', import.meta.url)), 'utf8');

/** The same with other members. */
function changed(members: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(own), ...members });
}

test('the file of this project can be read, and needs no variable for a replay', () => {
  const { request, isReplayOnly, key, baseUrl } = readSettings(own, { SHARPEBENCH_REPLAY_ONLY: '1', OPENAI_API_KEY: '' });
  equal(typeof request.model, 'string');
  deepEqual({ isReplayOnly, key, baseUrl }, { isReplayOnly: true, key: null, baseUrl: null });
});

test('all of it is taken from the file, and from the variables that it names', () => {
  const text = changed({
    base_url_env: 'MY_URL',
    api_key_env: 'MY_KEY',
    request: { model: 'small', top_p: 0.5 },
    call_budget: 7,
    attempts: 2,
    decide_seconds: 9,
    replay_only: false,
  });
  const environment = { MY_URL: 'http://127.0.0.1:8080/v1/', MY_KEY: 'sk-secret', OPENAI_API_KEY: 'sk-other' };
  deepEqual(readSettings(text, environment), {
    baseUrlName: 'MY_URL',
    baseUrl: 'http://127.0.0.1:8080/v1/',
    keyName: 'MY_KEY',
    key: 'sk-secret',
    request: { model: 'small', top_p: 0.5 },
    callBudget: 7,
    attempts: 2,
    decideSeconds: 9,
    isReplayOnly: false,
  });
  equal(completionsUrl(readSettings(text, environment)), 'http://127.0.0.1:8080/v1/chat/completions');
});

test('replay only by variable or file', () => {
  for (const [value, written, expected] of [['1', false, true], ['0', true, true], ['0', false, false], ['', false, false]] as const) {
    const text = changed({ replay_only: written });
    equal(readSettings(text, { SHARPEBENCH_REPLAY_ONLY: value }).isReplayOnly, expected);
  }
});

test('what is wrong in the file is named', () => {
  for (const [members, named] of [
    [{ call_budget: 0 }, /call_budget/],
    [{ call_budget: true }, /call_budget/],
    [{ attempts: '3' }, /attempts/],
    [{ decide_seconds: 1.5 }, /decide_seconds/],
    [{ replay_only: 1 }, /replay_only/],
    [{ api_key_env: '' }, /api_key_env/],
    [{ request: {} }, /request.model/],
    [{ request: [] }, /request.model/],
    [{ budget: 3 }, /exactly/],
  ] as const) {
    throws(() => readSettings(changed(members), {}), named);
  }
  throws(() => readSettings('{', {}), /llm.json cannot be read/);
  throws(() => readSettings('[]', {}), /exactly/);
});

test('what cannot be meant is refused by its name, and never with its secret', () => {
  for (const flag of ['true', 'yes', '2']) {
    throws(() => readSettings(own, { SHARPEBENCH_REPLAY_ONLY: flag }), /^Error: SHARPEBENCH_REPLAY_ONLY has to be 0 or 1$/);
  }
  for (const key of ['§', '§ §', 'sk\n']) {
    throws(() => readSettings(own, { OPENAI_API_KEY: key }), /^Error: OPENAI_API_KEY [^§]*$/);
  }
  for (const url of ['example.com', 'ftp://host/v1', 'http://', 'https://example.com:§@example.com/v1', 'https://example.com/v1?key=§']) {
    throws(() => completionsUrl({ ...settings, baseUrl: url }), /^Error: MY_URL [^§]*$/);
  }
  throws(() => completionsUrl({ ...settings, baseUrl: null }), /MY_URL has to be set/);
});
