import { setTimeout as pause } from 'node:timers/promises';
import { type ChatRequest, type Completion, readCompletion } from './chat.ts';
import { Failure } from './failure.ts';
import { completionsUrl, type Settings } from './settings.ts';

const FIRST_PAUSE_MS = 1_000;
const BODY_BYTES_MAX = 4 * 1024 * 1024;

export type Fetch = typeof fetch;

/** What tests put in place of the world. */
export interface World {
  readonly fetch: Fetch;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const world: World = {
  fetch: (url, options) => fetch(url, options),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
};

/** Why an attempt brought no completion, and after how long (ms) it may be repeated; null: never. */
interface Miss {
  readonly reason: string;
  readonly retryAfterMs: number | null;
}

export class ChatClient {
  readonly #settings: Settings;
  readonly #world: World;
  #calls = 0;

  constructor(settings: Settings, replaced: Partial<World> = {}) {
    this.#settings = settings;
    this.#world = { ...world, ...replaced };
  }

  /** Throws a Failure without an answer in time, beyond the budget, or after the last attempt. */
  async complete(request: ChatRequest): Promise<Completion> {
    const { attempts, decideSeconds } = this.#settings;
    const url = completionsUrl(this.#settings);
    const deadline = AbortSignal.timeout(decideSeconds * 1000);
    let reason = '';
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const outcome = await this.#attempt(url, request, deadline);
      if (!('reason' in outcome)) return outcome;
      reason = outcome.reason;
      if (outcome.retryAfterMs === null || attempt === attempts || deadline.aborted) break;
      console.error(this.#withoutKey(`${url}: ${reason}; asking again`));
      const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1);
      await this.#world.pause(Math.max(backoffMs, outcome.retryAfterMs), deadline).catch(() => undefined);
      if (deadline.aborted) break;
    }
    throw new Failure(
      this.#withoutKey(
        `${url} gave no answer: ${reason}. Answers so far are cached, so the next start goes on from here`,
      ),
    );
  }

  async #attempt(url: string, request: ChatRequest, deadline: AbortSignal): Promise<Completion | Miss> {
    const { callBudget, key, keyName, decideSeconds } = this.#settings;
    if (this.#calls >= callBudget) {
      throw new Failure(
        `the budget of ${callBudget} calls a run is spent (call_budget in llm.json). Answers so far are cached, so the next start goes on from here`,
      );
    }
    this.#calls += 1;
    let status: number;
    let text: string;
    try {
      const response = await this.#world.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(request),
        redirect: 'error', // the key is for this address alone
        signal: deadline,
      });
      status = response.status;
      text = await boundedText(response.body ?? []);
      if (status === 408 || status === 429 || status >= 500) {
        const seconds = Number(response.headers.get('retry-after') ?? 0);
        return { reason: `status ${status}, ${this.#excerpt(text)}`, retryAfterMs: seconds > 0 ? seconds * 1000 : 0 };
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      const reason = deadline.aborted ? `nothing within ${decideSeconds} s` : reasonOf(error);
      return { reason, retryAfterMs: 0 };
    }
    if (status === 401 || status === 403) {
      const state = key === null ? 'not set, or not named in `env` of sharpebench.json' : 'set';
      const reason = `status ${status}, ${this.#excerpt(text)}; the key is read from ${keyName}, which is ${state}`;
      return { reason, retryAfterMs: null };
    }
    if (status !== 200) return { reason: `status ${status}, ${this.#excerpt(text)}`, retryAfterMs: null };
    return readCompletion(parsed(text)) ?? { reason: `no chat completion, ${this.#excerpt(text)}`, retryAfterMs: null };
  }

  /** The start of a text from outside, on one line, without control characters or the half of a key. */
  #excerpt(text: string): string {
    return JSON.stringify(this.#withoutKey(text).slice(0, 200)).replace(/[^ -~]/g, '?');
  }

  /** Some servers quote the key in their complaint. */
  #withoutKey(text: string): string {
    const { key, keyName } = this.#settings;
    return key === null ? text : text.replaceAll(key, `[${keyName}]`);
  }
}

async function boundedText(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  let text = '';
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Failure(`an answer of more than ${BODY_BYTES_MAX} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}, ${cause.message}` : String(message);
}
