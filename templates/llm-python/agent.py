"""Protocol loop: reads one observation per line, writes one decision per line.

You should not need to edit this; decisions are made in strategy.py.
"""

import json
import os
import sys
from pathlib import Path

from model import model_of
from settings import ModelError, read_settings
from strategy import Strategy

HERE = Path(__file__).resolve().parent


def run(strategy, observations, decisions):
    """Answers each line of `observations` with one line on `decisions` (both binary) until they end."""
    answered_date, answer = None, b""
    for line in observations:
        observation = json.loads(line.decode("utf-8"))
        # An observation may be presented again; it gets the same decision, byte for byte.
        if observation["date"] != answered_date:
            answer = encode(strategy.decide(observation))
            answered_date = observation["date"]
        decisions.write(answer)
        decisions.flush()  # a line that stays in a buffer is no answer


def encode(decision):
    """One line of UTF-8, whatever the locale. A number that is not finite raises here: it is no JSON."""
    text = json.dumps(decision, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8") + b"\n"


def main():
    try:
        settings = read_settings(HERE / "llm.json", os.environ)
        model = model_of(settings, HERE / "cache")
        run(Strategy(model), sys.stdin.buffer, sys.stdout.buffer)
    except ModelError as error:
        # Ends the run. A decision made without the model would look like one of the model's.
        sys.exit(f"agent: {error}")


if __name__ == "__main__":
    main()
