import { member } from './chat.ts';
import { Failure } from './failure.ts';

/** What llm.json says, and the variables that it names. */
export interface Settings {
  readonly baseUrlName: string;
  /** Up to /chat/completions; null if the variable is not set: a replay needs none. */
  readonly baseUrl: string | null;
  readonly keyName: string;
  /** Null if the variable is not set: a server on this machine may want none. */
  readonly key: string | null;
  /** Sent with every request beside `messages`. */
  readonly request: { readonly model: string; readonly [parameter: string]: unknown };
  /** Requests that one run may send, repeated ones included. */
  readonly callBudget: number;
  /** For one answer. */
  readonly attempts: number;
  /** For one answer, all attempts together; below decideTimeoutMs. */
  readonly decideSeconds: number;
  /** Answers from the cache alone. */
  readonly isReplayOnly: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const REPLAY_ONLY = 'SHARPEBENCH_REPLAY_ONLY';
const MEMBERS = [
  ...['base_url_env', 'api_key_env', 'request', 'call_budget', 'attempts', 'decide_seconds', 'replay_only'],
];

/**
 * `text` is that of llm.json. Each variable that it names must also stand in `env` of
 * sharpebench.json. Throws a Failure with the name of the member or variable that is wrong.
 */
export function readSettings(text: string, environment: Environment): Settings {
  const file = membersOf(text);
  const [baseUrlName, keyName] = [nameIn(file, 'base_url_env'), nameIn(file, 'api_key_env')];
  return {
    baseUrlName,
    baseUrl: valueOf(environment, baseUrlName),
    keyName,
    key: keyOf(keyName, valueOf(environment, keyName)),
    request: requestIn(file),
    callBudget: countIn(file, 'call_budget'),
    attempts: countIn(file, 'attempts'),
    decideSeconds: countIn(file, 'decide_seconds'),
    isReplayOnly: flagIn(file, 'replay_only') || isSet(environment, REPLAY_ONLY),
  };
}

/** Where completions are asked for. Throws a Failure for what is no address, or holds a secret. */
export function completionsUrl({ baseUrl, baseUrlName }: Settings): string {
  if (baseUrl === null) {
    fail(
      `${baseUrlName} has to be set to the URL of an endpoint, such as https://example.com/v1, and named in \`env\` of sharpebench.json`,
    );
  }
  if (!/^https?:\/\/[^\s?#]+$/.test(baseUrl) || !URL.canParse(baseUrl)) {
    fail(`${baseUrlName} is no address such as https://example.com/v1`);
  }
  // Addresses are shown in messages: no place for a secret.
  if (/^https?:\/\/[^/]*@/.test(baseUrl)) {
    fail(`${baseUrlName} holds a user name: give the key in a variable of its own`);
  }
  return `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
}

function membersOf(text: string): unknown {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    fail(`llm.json cannot be read: ${(error as Error).message}`);
  }
  const isObject = typeof file === 'object' && file !== null && !Array.isArray(file);
  const names = isObject ? Object.keys(file as object).sort() : [];
  if (names.join() !== [...MEMBERS].sort().join()) fail(`llm.json has to hold exactly ${MEMBERS.join(', ')}`);
  return file;
}

function nameIn(file: unknown, name: string): string {
  const value = member(file, name);
  return typeof value === 'string' && value !== '' ? value : fail(`llm.json: ${name} has to name a variable`);
}

function requestIn(file: unknown): Settings['request'] {
  const request = member(file, 'request');
  const model = member(request, 'model');
  if (typeof model !== 'string' || model === '') fail('llm.json: request.model has to name a model');
  return { ...(request as object), model };
}

function countIn(file: unknown, name: string): number {
  const value = member(file, name);
  if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number;
  fail(`llm.json: ${name} has to be a whole number, 1 or more`);
}

function flagIn(file: unknown, name: string): boolean {
  const value = member(file, name);
  return typeof value === 'boolean' ? value : fail(`llm.json: ${name} has to be true or false`);
}

/** An empty variable counts as one that is not set. */
function valueOf(environment: Environment, name: string): string | null {
  return environment[name] || null;
}

function isSet(environment: Environment, name: string): boolean {
  const value = valueOf(environment, name) ?? '0';
  if (value !== '0' && value !== '1') fail(`${name} has to be 0 or 1`);
  return value === '1';
}

/** `fetch` would quote a key that it cannot send, such as one with a line feed at its end. */
function keyOf(name: string, key: string | null): string | null {
  if (key !== null && !/^[!-~]+$/.test(key)) fail(`${name} holds characters that no key has`);
  return key;
}

function fail(message: string): never {
  throw new Failure(message);
}
