import { Failure } from './failure.ts';

export interface Settings {
  /** Where completions are asked for. */
  readonly url: string;
  readonly model: string;
  readonly keyName: string;
  /** Null if the variable is not set: a server on this machine may want none. */
  readonly key: string | null;
  /** Requests that one process may send, repeated ones included. */
  readonly callBudget: number;
  readonly isReplayOnly: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings come from the environment; each name must also stand in `env` of sharpebench.json. */
export function readSettings(environment: Environment): Settings {
  // An empty variable counts as one that is not set.
  const valueOf = (name: string): string | null => environment[name] || null;
  const keyName = valueOf('SHARPEBENCH_LLM_KEY_NAME') ?? 'OPENAI_API_KEY';
  return {
    url: completionsUrl(valueOf('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1'),
    model: valueOf('OPENAI_MODEL') ?? fail('OPENAI_MODEL is not set: name the model that shall decide'),
    keyName,
    key: keyOf(keyName, valueOf(keyName)),
    callBudget: wholeNumber('SHARPEBENCH_CALL_BUDGET', valueOf('SHARPEBENCH_CALL_BUDGET') ?? '200'),
    isReplayOnly: flag('SHARPEBENCH_REPLAY_ONLY', valueOf('SHARPEBENCH_REPLAY_ONLY') ?? '0'),
  };
}

function completionsUrl(base: string): string {
  if (!/^https?:\/\/[^\s?#]+$/.test(base) || !URL.canParse(base)) {
    fail('OPENAI_BASE_URL is no address such as https://api.openai.com/v1');
  }
  // Requests are cached and addresses are shown in messages: no place for a secret.
  if (/^https?:\/\/[^/]*@/.test(base)) {
    fail('OPENAI_BASE_URL holds a user name: give the key in a variable of its own');
  }
  return `${base.replace(/\/+$/, '')}/chat/completions`;
}

/** `fetch` would quote a key that it cannot send, such as one with a line feed at its end. */
function keyOf(name: string, key: string | null): string | null {
  if (key !== null && !/^[!-~]+$/.test(key)) fail(`${name} holds characters that no key has`);
  return key;
}

function wholeNumber(name: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : fail(`${name} is "${text}": give a whole number`);
}

function flag(name: string, text: string): boolean {
  if (text !== '0' && text !== '1') fail(`${name} is "${text}": give 1 or 0`);
  return text === '1';
}

function fail(message: string): never {
  throw new Failure(message);
}
