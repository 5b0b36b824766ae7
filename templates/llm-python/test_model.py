"""Cache, budget, attempts, replay, settings: no network here. Run: python3 -m unittest"""

import contextlib
import errno
import io
import json
import os
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

from cache import Cache
from endpoint import EndpointError, answer_in
from model import Model
from settings import ModelError, Settings, read_settings

HERE = Path(__file__).resolve().parent
KEY = "a-secret-key"
MESSAGES = [{"role": "user", "content": "é"}]
SETTINGS = Settings(
    base_url_env="OPENAI_BASE_URL",
    api_key_env="OPENAI_API_KEY",
    request={"model": "m", "temperature": 0, "seed": 7, "max_tokens": 9},
    call_budget=5,
    attempts=3,
    decide_seconds=20,
    replay_only=False,
    base_url="",
    api_key=KEY,
)


class FakeEndpoint:
    """Answers with its outcomes in turn; keeps the requests, and its own time."""

    def __init__(self, *outcomes, seconds=0):
        self.outcomes, self.requests, self.timeouts = list(outcomes), [], []
        self.now, self.seconds = 0.0, seconds

    def post(self, request, timeout):
        self.requests.append(request)
        self.timeouts.append(timeout)
        self.now += self.seconds
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, EndpointError):
            raise outcome
        return {"content": outcome, "usage": {"tokens_in": 2**64 - 1, "tokens_out": 3}}

    def sleep(self, seconds):
        self.now += seconds


BUSY = EndpointError("status 503", True)
REFUSED = EndpointError("status 400", False)


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "cache é"

    def model(self, endpoint, **changes):
        return Model(
            replace(SETTINGS, **changes), Cache(self.folder), endpoint.post, lambda: endpoint.now, endpoint.sleep
        )

    def files(self):
        return sorted(self.folder.iterdir())


class Caching(WithFolder):
    def test_the_second_time_no_call_is_made_and_the_counts_repeat(self):
        first = self.model(FakeEndpoint("said é")).ask(MESSAGES)
        self.assertEqual(self.model(FakeEndpoint()).ask(MESSAGES), first)
        self.assertEqual(first["usage"], {"tokens_in": 2**64 - 1, "tokens_out": 3})

    def test_any_other_request_is_another(self):
        request = {**SETTINGS.request, "messages": MESSAGES}
        cache = Cache(self.folder)
        changed = [{**request, name: "other"} for name in request]
        self.assertEqual(len({cache.path_of(each) for each in [request, *changed]}), 1 + len(request))

    def test_the_order_of_its_members_is_none_of_a_request(self):
        cache = Cache(self.folder)
        self.assertEqual(cache.path_of({"a": 1, "b": 2}), cache.path_of({"b": 2, "a": 1}))

    def test_the_key_is_in_no_file_and_all_may_read_them(self):
        self.model(FakeEndpoint("said")).ask(MESSAGES)
        (file,) = self.files()
        self.assertNotIn(KEY, file.read_text(encoding="utf-8"))
        self.assertEqual(file.stat().st_mode & 0o444, 0o444)

    def test_of_two_runs_side_by_side_the_first_answer_counts(self):
        cache, request = Cache(self.folder), {**SETTINGS.request, "messages": MESSAGES}
        usage = {"tokens_in": 1, "tokens_out": 1}
        cache.put(request, {"content": "first", "usage": usage})
        self.assertEqual(cache.put(request, {"content": "second", "usage": usage})["content"], "first")
        self.assertEqual(len(self.files()), 1)

    def test_a_file_system_without_links_will_do(self):
        with mock.patch("os.link", side_effect=OSError(errno.EPERM, "no links here")):
            answer = self.model(FakeEndpoint("said")).ask(MESSAGES)
        self.assertEqual(self.model(FakeEndpoint()).ask(MESSAGES), answer)
        self.assertEqual(len(self.files()), 1)

    def test_a_folder_that_cannot_be_written_is_said(self):
        self.folder.write_text("a file in its place", encoding="utf-8")
        with self.assertRaisesRegex(ModelError, "cannot be (used|written)"):
            self.model(FakeEndpoint("said")).ask(MESSAGES)

    def test_a_damaged_file_is_said_and_not_asked_anew(self):
        self.model(FakeEndpoint("said")).ask(MESSAGES)
        (file,) = self.files()
        whole = file.read_text(encoding="utf-8")
        for damaged in ("", whole[:40], "[]", whole.replace("é", "e"), whole.replace('_out": 3', '_out": -3')):
            file.write_text(damaged, encoding="utf-8")
            with self.assertRaisesRegex(ModelError, file.name):
                self.model(FakeEndpoint("new")).ask(MESSAGES)

    def test_replay_only_fails_at_a_miss_without_a_call(self):
        endpoint = FakeEndpoint("said")
        with self.assertRaisesRegex(ModelError, "replay only: .*[0-9a-f]{64}.json is not there"):
            self.model(endpoint, replay_only=True).ask(MESSAGES)
        self.assertEqual(endpoint.requests, [])


class Calling(WithFolder):
    def test_the_whole_request_is_sent(self):
        endpoint = FakeEndpoint("said")
        self.model(endpoint).ask(MESSAGES)
        self.assertEqual(endpoint.requests, [{**SETTINGS.request, "messages": MESSAGES}])

    def test_an_attempt_that_failed_leaves_no_trace_in_the_answer(self):
        endpoint = FakeEndpoint(BUSY, BUSY, "said")
        self.assertEqual(self.model(endpoint).ask(MESSAGES)["content"], "said")
        self.assertEqual(len(endpoint.requests), 3)

    def test_after_the_last_attempt_it_fails_and_nothing_is_cached(self):
        with self.assertRaisesRegex(ModelError, "attempt 3: status 503"):
            self.model(FakeEndpoint(BUSY, BUSY, BUSY)).ask(MESSAGES)
        self.assertFalse(self.folder.exists())

    def test_what_will_not_get_better_is_tried_once(self):
        with self.assertRaisesRegex(ModelError, "attempt 1: status 400"):
            self.model(FakeEndpoint(REFUSED)).ask(MESSAGES)

    def test_all_attempts_together_keep_to_the_time(self):
        endpoint = FakeEndpoint(BUSY, BUSY, BUSY, seconds=12)
        with self.assertRaisesRegex(ModelError, "attempt 2"):
            self.model(endpoint).ask(MESSAGES)
        self.assertEqual(endpoint.timeouts, [20 / 3, (20 - 12.5) / 2])

    def test_the_budget_counts_attempts(self):
        model = self.model(FakeEndpoint(BUSY, "one", "two", "three"), call_budget=3)
        model.ask([{"role": "user", "content": "1"}])
        model.ask([{"role": "user", "content": "2"}])
        model.ask([{"role": "user", "content": "1"}])  # cached: free
        with self.assertRaisesRegex(ModelError, "budget of 3 calls a run is spent"):
            model.ask([{"role": "user", "content": "3"}])


class Completions(unittest.TestCase):
    def read(self, completion):
        with contextlib.redirect_stderr(io.StringIO()):
            return answer_in(json.dumps(completion).encode("utf-8"))

    def test_content_and_counts_are_taken(self):
        usage = {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}
        self.assertEqual(
            self.read({"choices": [{"message": {"content": "said"}}], "usage": usage}),
            {"content": "said", "usage": {"tokens_in": 7, "tokens_out": 2}},
        )

    def test_counts_that_are_none_are_zero_and_no_content_is_empty(self):
        for usage in (None, {}, {"prompt_tokens": -1, "completion_tokens": True}):
            self.assertEqual(
                self.read({"choices": [{"message": {"content": None}}], "usage": usage}),
                {"content": "", "usage": {"tokens_in": 0, "tokens_out": 0}},
            )

    def test_half_a_surrogate_pair_is_replaced(self):
        self.assertEqual(self.read({"choices": [{"message": {"content": "\ud800"}}]})["content"], "?")

    def test_anything_else_is_no_completion(self):
        for body in (b"", b"\xff", b"[]", b"{}", b'{"choices": []}', b"<html>", b"[" * 100000):
            with self.assertRaisesRegex(EndpointError, "not a chat completion"):
                answer_in(body)


class ReadingSettings(WithFolder):
    def read(self, environment, **changes):
        members = json.loads((HERE / "llm.json").read_text(encoding="utf-8"))
        members.update(changes)
        self.folder.mkdir(exist_ok=True)
        path = self.folder / "llm.json"
        path.write_text(json.dumps(members), encoding="utf-8")
        return read_settings(path, environment)

    def test_the_key_comes_from_the_variable_that_is_named_and_is_never_shown(self):
        settings = self.read({"MY_KEY": KEY, "OPENAI_API_KEY": "other"}, api_key_env="MY_KEY")
        self.assertEqual(settings.api_key, KEY)
        self.assertNotIn(KEY, repr(settings))

    def test_replay_only_by_variable_or_file(self):
        for value, written, expected in (("1", False, True), ("0", True, True), ("0", False, False)):
            settings = self.read({"SHARPEBENCH_REPLAY_ONLY": value}, replay_only=written)
            self.assertIs(settings.replay_only, expected)

    def test_what_is_wrong_is_named(self):
        for changes, named in (
            ({"call_budget": 0}, "call_budget"),
            ({"call_budget": True}, "call_budget"),
            ({"attempts": "3"}, "attempts"),
            ({"request": {}}, "request.model"),
            ({"budget": 3}, "exactly"),
        ):
            with self.assertRaisesRegex(ModelError, named):
                self.read({}, **changes)
        with self.assertRaisesRegex(ModelError, "SHARPEBENCH_REPLAY_ONLY"):
            self.read({"SHARPEBENCH_REPLAY_ONLY": "yes"})
        with self.assertRaisesRegex(ModelError, "cannot be read"):
            read_settings(HERE / "nowhere.json", os.environ)


if __name__ == "__main__":
    unittest.main()
