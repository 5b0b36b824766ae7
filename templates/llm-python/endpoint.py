"""One attempt at an endpoint that speaks the OpenAI chat API, with the standard library alone."""

import http.client
import json
import sys
import time
import urllib.error
import urllib.request

ANSWER_BYTES_MAX = 4 * 1024 * 1024
TRANSIENT = {408, 409, 425, 429, 500, 502, 503, 504, 529}


class EndpointError(Exception):
    """Why an attempt failed, without the URL or the key; whether another may fare better."""

    def __init__(self, message, is_transient):
        super().__init__(message)
        self.is_transient = is_transient


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to another host."""

    def redirect_request(self, *arguments):
        return None


class Endpoint:
    def __init__(self, settings):
        self._settings = settings
        self._opener = urllib.request.build_opener(NoRedirect)

    def post(self, request, seconds):
        """The answer: {"content", "usage"}. Raises EndpointError."""
        deadline = time.monotonic() + seconds
        try:
            with self._opener.open(self._prepared(request), timeout=seconds) as response:
                body = read_until(response, deadline)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            # Its words may quote the URL, those of the system do not.
            said = getattr(reason, "strerror", None) or ""
            raise EndpointError(f"no answer: {type(reason).__name__} {said}".rstrip(), True) from None
        return answer_in(body)

    def _prepared(self, request):
        settings = self._settings
        if not settings.base_url.startswith(("http://", "https://")):
            raise EndpointError(
                f"{settings.base_url_env} has to be set to the URL of an endpoint, such as "
                "https://example.com/v1, and named in `env` of sharpebench.json",
                False,
            )
        headers = {"Content-Type": "application/json"}
        if settings.api_key:
            # http.client would quote a key that it cannot send.
            if not (settings.api_key.isascii() and settings.api_key.isprintable()):
                raise EndpointError(f"{settings.api_key_env} holds characters that no key has", False)
            headers["Authorization"] = f"Bearer {settings.api_key}"
        url = settings.base_url.rstrip("/") + "/chat/completions"
        body = json.dumps(request, ensure_ascii=False, allow_nan=False).encode("utf-8")
        try:
            return urllib.request.Request(url, body, headers, method="POST")
        except ValueError:
            raise EndpointError(f"{settings.base_url_env} is no URL", False) from None

    def _refusal(self, error):
        if error.code in (401, 403):
            # What it says may quote the key.
            hint = "" if self._settings.api_key else ", which is not set"
            return EndpointError(f"status {error.code}: see {self._settings.api_key_env}{hint}", False)
        said = b""
        try:
            said = error.read(300)
        except (OSError, http.client.HTTPException):
            pass
        text = said.decode("utf-8", "replace")
        if self._settings.api_key:
            text = text.replace(self._settings.api_key, "[key]")
        return EndpointError(f"status {error.code}: {ascii(text)}", error.code in TRANSIENT)


def read_until(response, deadline):
    """The whole body. The timeout of a socket starts anew with every byte, so the clock is read too."""
    body = b""
    while part := response.read1(65536):
        body += part
        if len(body) > ANSWER_BYTES_MAX:
            raise EndpointError("the answer does not end", False)
        if time.monotonic() > deadline:
            raise EndpointError("the answer takes too long", True)
    return body


def answer_in(body):
    """What counts in a chat completion. A model may say nothing: then the content is empty."""
    try:
        completion = json.loads(body.decode("utf-8"))
        content = completion["choices"][0]["message"].get("content")
        usage = completion.get("usage") or {}
        return {
            # Half a surrogate pair has no place in a file; replaced here, it is the same every time.
            "content": content.encode("utf-8", "replace").decode() if isinstance(content, str) else "",
            "usage": {
                "tokens_in": count(usage, "prompt_tokens"),
                "tokens_out": count(usage, "completion_tokens"),
            },
        }
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise EndpointError(f"not a chat completion: {ascii(body[:120])}", True) from None


def count(usage, name):
    value = usage.get(name)
    if type(value) is int and 0 <= value < 2**64:
        return value
    print(f"the endpoint reports no {name}; taken as 0", file=sys.stderr)
    return 0
