"""The model as the strategy sees it: an answer from the cache, or else one call within the budget."""

import time

from cache import Cache
from endpoint import Endpoint, EndpointError
from settings import REPLAY_ONLY, ModelError

PAUSE_SECONDS = 0.5  # before the second attempt; doubled before each further one


class Model:
    """`post(request, seconds)` makes one attempt: it returns an answer or raises EndpointError."""

    def __init__(self, settings, cache, post, clock=time.monotonic, sleep=time.sleep):
        self._settings = settings
        self._cache = cache
        self._post = post
        self._clock = clock
        self._sleep = sleep
        self._calls = 0

    def ask(self, messages):
        """The answer to `messages`: {"content", "usage"}. Raises ModelError where there is none."""
        request = {**self._settings.request, "messages": messages}
        cached = self._cache.get(request)
        if cached is not None:
            return cached
        if self._settings.replay_only:
            raise ModelError(
                f"replay only: {self._cache.path_of(request)} is not there, and no call is made; "
                f"run once without {REPLAY_ONLY} to fill the cache"
            )
        return self._cache.put(request, self._call(request))

    def _call(self, request):
        """Time decides whether there is an answer, never which: after the last attempt the run ends."""
        deadline = self._clock() + self._settings.decide_seconds
        for attempt in range(1, self._settings.attempts + 1):
            attempts_left = self._settings.attempts - attempt + 1
            self._spend()
            try:
                return self._post(request, max(deadline - self._clock(), 0.001) / attempts_left)
            except EndpointError as error:
                pause = PAUSE_SECONDS * 2 ** (attempt - 1)
                in_time = self._clock() + pause < deadline
                if attempts_left == 1 or not error.is_transient or not in_time:
                    raise ModelError(f"attempt {attempt}: {error}") from None
                self._sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _spend(self):
        if self._calls == self._settings.call_budget:
            raise ModelError(f"the budget of {self._calls} calls a run is spent (call_budget in llm.json)")
        self._calls += 1


def model_of(settings, folder):
    return Model(settings, Cache(folder), Endpoint(settings).post)
