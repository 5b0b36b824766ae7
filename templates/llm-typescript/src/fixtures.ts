// What the tests share.

import type { ChatRequest, Completion } from './chat.ts';
import type { Settings } from './settings.ts';

export const settings: Settings = {
  baseUrlName: 'MY_URL',
  baseUrl: 'http://127.0.0.1:1/v1',
  keyName: 'MY_KEY',
  key: 'sk-secret',
  request: { model: 'small', temperature: 0 },
  callBudget: 9,
  attempts: 3,
  decideSeconds: 25,
  isReplayOnly: false,
};

export const request: ChatRequest = {
  model: 'small',
  temperature: 0,
  messages: [{ role: 'user', content: 'Zürich' }],
};

export function completion(content: string): Completion {
  return { content, cost: { tokens_in: 11, tokens_out: 5, reasoning_tokens: 2 } };
}
