"""Protocol loop: reads one observation per line, writes one decision per line.

You should not need to edit this; decisions are made in strategy.py.
"""

import json
import sys

from strategy import Strategy


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


if __name__ == "__main__":
    run(Strategy(), sys.stdin.buffer, sys.stdout.buffer)
