import { keyOf, type ResponseCache } from './cache.ts';
import type { ChatRequest, Completion, Model } from './chat.ts';
import { Failure } from './failure.ts';
import { PARAMETERS } from './prompt.ts';
import type { Settings } from './settings.ts';

export interface ModelParts {
  readonly settings: Settings;
  readonly cache: Pick<ResponseCache, 'get' | 'put'>;
  readonly client: { complete(request: ChatRequest): Promise<Completion> };
}

/**
 * A model that is asked once for each request, ever. The cost of a cached answer is what it
 * cost when it was asked for: costs are part of a decision, and have to repeat with it.
 */
export function cachedModel({ settings, cache, client }: ModelParts): Model {
  return async (messages) => {
    const request = { url: settings.url, body: { ...PARAMETERS, model: settings.model, messages } };
    const known = cache.get(request);
    if (known !== null) return known;
    if (settings.isReplayOnly) {
      throw new Failure(
        `SHARPEBENCH_REPLAY_ONLY=1 and no answer in cache/ for request ${keyOf(request)}: run once without ` +
          'it. The address, the model, the prompt, or the data are not those that the cache was filled with',
      );
    }
    return cache.put(request, await client.complete(request));
  };
}
