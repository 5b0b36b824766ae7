import { keyOf, type ResponseCache } from './cache.ts';
import type { ChatRequest, Completion, Model } from './chat.ts';
import { Failure } from './failure.ts';
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
    const request = { ...settings.request, messages };
    const known = cache.get(request);
    if (known !== null) return known;
    if (settings.isReplayOnly) {
      throw new Failure(
        `replay only: no answer in cache/ for request ${keyOf(request)}, and no call is made; run once without ` +
          'SHARPEBENCH_REPLAY_ONLY. The request, the prompt, or the data are not those that the cache was filled with',
      );
    }
    return cache.put(request, await client.complete(request));
  };
}
