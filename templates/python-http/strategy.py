"""The strategy: edit this.

Steady trend: a symbol is held while its last close stands above the average of the closes
shown, and left when it falls below. A band of 1 % on each side keeps it from trading on noise.
"""

import math
from dataclasses import dataclass

INVESTED = 0.9  # of the account, shared equally; the rest stays in cash
CLOSES_MIN = 10
ENTER = 1.01  # times the average of the closes
LEAVE = 0.99


@dataclass
class Position:
    """What was asked for last. The portfolio of an observation may be stale, so it is not read."""

    held: bool = False
    target_weight: float = 0.0


class Strategy:
    """Lives as long as one run; `decide` is called once per date, in the order of the dates."""

    def __init__(self):
        self._positions = {}

    def decide(self, observation):
        symbols = observation["symbols"]
        share = INVESTED / max(len(symbols), 1)
        return {
            "orders": [self._order(each["symbol"], each["close_history"], share) for each in symbols],
            "reasoning": "steady trend",
        }

    def _order(self, symbol, closes, share):
        position = self._positions.setdefault(symbol, Position())
        average = mean(closes)
        stated = {}
        if len(closes) < CLOSES_MIN:
            rationale = "too little history"
        elif not 0 < average < math.inf:
            rationale = "no usable price"
        else:
            last = closes[-1]
            if last > average * ENTER:
                position.held = True
            elif last < average * LEAVE:
                position.held = False
            rationale = "trend up" if position.held else "trend down"
            stated["confidence"] = min(0.5 + abs(last / average - 1.0) * 2.0, 0.9)
        weight = share if position.held else 0.0
        action = action_between(position.target_weight, weight)
        position.target_weight = weight
        return {
            "symbol": symbol,
            "action": action,
            "target_weight": weight,
            **stated,
            "rationale": rationale,
        }


def mean(closes):
    """Oldest first, one addition after the other; NaN without closes or with one that is missing.

    Not `sum()`: since Python 3.12 it compensates rounding, so its last digit depends on the version.
    """
    total = 0.0
    for close in closes:
        total += math.nan if close is None else close
    return total / len(closes) if closes else math.nan


def action_between(previous, weight):
    """The label of an order that takes a target from `previous` to `weight`."""
    if weight > previous:
        return "buy"
    if weight < previous:
        return "close" if weight == 0 else "sell"
    return "hold"
