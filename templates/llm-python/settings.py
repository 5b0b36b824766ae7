"""What llm.json and the environment say about the model."""

import json
from dataclasses import dataclass

REPLAY_ONLY = "SHARPEBENCH_REPLAY_ONLY"
MEMBERS = {
    "base_url_env": str,
    "api_key_env": str,
    "request": dict,
    "call_budget": int,
    "attempts": int,
    "decide_seconds": int,
    "replay_only": bool,
}


class ModelError(Exception):
    """No answer of the model is to be had. The message is for a person and holds no secret."""


@dataclass(frozen=True)
class Settings:
    base_url_env: str  # the name of the variable with the URL up to /chat/completions
    api_key_env: str  # the name of the variable with the key
    request: dict  # sent with every request beside `messages`
    call_budget: int  # requests sent in one run, repeated ones included
    attempts: int  # for one answer
    decide_seconds: int  # for one answer, all attempts together; below decideTimeoutMs
    replay_only: bool  # answers from the cache alone
    base_url: str
    api_key: str

    def __repr__(self):
        return f"Settings({self.request.get('model')})"  # never the key, not even in a traceback


def read_settings(path, environment):
    """Raises ModelError with the name of the member or variable that is wrong."""
    try:
        members = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path.name} cannot be read: {error}") from None
    if not isinstance(members, dict) or set(members) != set(MEMBERS):
        raise ModelError(f"{path.name} has to hold exactly {', '.join(MEMBERS)}")
    for name, kind in MEMBERS.items():
        if type(members[name]) is not kind:
            raise ModelError(f"{path.name}: {name} has to be of type {kind.__name__}")
        if kind is int and members[name] < 1:
            raise ModelError(f"{path.name}: {name} has to be 1 or more")
    if not isinstance(members["request"].get("model"), str):
        raise ModelError(f"{path.name}: request.model has to name a model")
    switch = environment.get(REPLAY_ONLY, "")
    if switch not in ("", "0", "1"):
        raise ModelError(f"{REPLAY_ONLY} has to be 0 or 1")
    members["replay_only"] = members["replay_only"] or switch == "1"
    return Settings(
        **members,
        base_url=environment.get(members["base_url_env"], ""),
        api_key=environment.get(members["api_key_env"], ""),
    )
