import { deepEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

test('a model is all that has to be named', () => {
  deepEqual(readSettings({ OPENAI_MODEL: 'small', OPENAI_BASE_URL: '', SHARPEBENCH_REPLAY_ONLY: '' }), {
    url: 'https://api.openai.com/v1/chat/completions',
    model: 'small',
    keyName: 'OPENAI_API_KEY',
    key: null,
    callBudget: 200,
    isReplayOnly: false,
  });
});

test('the key is read from the variable that is named', () => {
  deepEqual(
    readSettings({
      OPENAI_MODEL: 'small',
      OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1/',
      SHARPEBENCH_LLM_KEY_NAME: 'MY_KEY',
      MY_KEY: 'sk-secret',
      OPENAI_API_KEY: 'sk-other',
      SHARPEBENCH_CALL_BUDGET: '0',
      SHARPEBENCH_REPLAY_ONLY: '1',
    }),
    {
      url: 'http://127.0.0.1:8080/v1/chat/completions',
      model: 'small',
      keyName: 'MY_KEY',
      key: 'sk-secret',
      callBudget: 0,
      isReplayOnly: true,
    },
  );
});

test('what cannot be meant is refused by its name, and never with its secret', () => {
  const refused = (name: string, value: string) =>
    throws(() => readSettings({ OPENAI_MODEL: 'small', [name]: value }), new RegExp(`^Error: ${name} [^§]*$`));
  refused('OPENAI_MODEL', '');
  for (const url of ['api.openai.com', 'ftp://host/v1', 'http://', 'https://example.com:§@example.com/v1', 'https://example.com/v1?key=§']) {
    refused('OPENAI_BASE_URL', url);
  }
  for (const budget of ['-1', '1.5', 'many', '1e3', '9999999999']) refused('SHARPEBENCH_CALL_BUDGET', budget);
  for (const flag of ['true', 'yes', '2']) refused('SHARPEBENCH_REPLAY_ONLY', flag);
  for (const key of ['§', '§ §', 'sk\n']) refused('OPENAI_API_KEY', key);
});
