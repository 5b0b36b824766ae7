// What the tests share.

import type { ChatRequest, Completion } from './chat.ts';
import type { Settings } from './settings.ts';

export const settings: Settings = {
  url: 'http://127.0.0.1:1/v1/chat/completions',
  model: 'small',
  keyName: 'MY_KEY',
  key: 'sk-secret',
  callBudget: 9,
  isReplayOnly: false,
};

export const request: ChatRequest = {
  url: settings.url,
  body: { model: 'small', messages: [{ role: 'user', content: 'Zürich' }] },
};

export function completion(content: string): Completion {
  return { content, cost: { tokens_in: 11, tokens_out: 5, reasoning_tokens: 2 } };
}
