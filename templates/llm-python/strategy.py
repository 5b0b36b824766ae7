"""The strategy: edit this.

Shows the prices to a model and asks for target weights. Nothing else goes into the request:
not the portfolio, which may be stale, and not the date, which a model may have read about. So
the request depends on the prices alone, and the same prices find the same answer in the cache.
"""

import json
import sys

from answer import targets_in

WEIGHT_MAX = 0.5  # of the account in one symbol
INVESTED_MAX = 0.9  # in all symbols together

INSTRUCTIONS = f"""You manage a long-only portfolio. You are given the latest closes of each \
symbol, oldest first, and answer with the weight that each symbol should have now.
Weights lie between 0 and {WEIGHT_MAX}; together they are at most {INVESTED_MAX}, the rest is cash.
Trading costs money: change a weight only for a reason that the closes show.
Answer with one JSON object and nothing else: {{"targets": {{"SYMBOL": WEIGHT, ...}}}}"""


class Strategy:
    """Lives as long as one run; `decide` is called once per date, in the order of the dates."""

    def __init__(self, model):
        self._model = model
        self._targets = {}  # what was asked for last

    def decide(self, observation):
        symbols = [each["symbol"] for each in observation["symbols"]]
        answer = self._model.ask(
            [
                {"role": "system", "content": INSTRUCTIONS},
                {"role": "user", "content": prices_of(observation)},
            ]
        )
        chosen, remarks = targets_in(answer["content"], symbols, 0.0, WEIGHT_MAX)
        for remark in remarks:
            print(f"{ascii(observation['date'])}: {remark}", file=sys.stderr)
        weights = self._weights(symbols, chosen)
        orders = [order(each, self._targets.get(each, 0.0), weights[each]) for each in symbols]
        self._targets = weights
        return {
            "orders": orders,
            "reasoning": "last targets: the answer is unusable" if chosen is None else "targets of the model",
            "cost": answer["usage"],
        }

    def _weights(self, symbols, chosen):
        """Where the model says nothing usable, the last target stays."""
        weights = {each: self._targets.get(each, 0.0) for each in symbols}
        if chosen is None:
            return weights
        weights.update(chosen)
        invested = 0.0
        for each in symbols:
            invested += weights[each]  # in this order; sum() rounds differently since Python 3.12
        if invested > INVESTED_MAX:
            print(f"{invested:.3f} invested, scaled to {INVESTED_MAX}", file=sys.stderr)
            weights = {each: weight * (INVESTED_MAX / invested) for each, weight in weights.items()}
        return weights


def prices_of(observation):
    """Six digits tell a model as much as seventeen, and cost a third."""
    closes = {
        each["symbol"]: [None if close is None else float(f"{close:.6g}") for close in each["close_history"]]
        for each in observation["symbols"]
    }
    return json.dumps(closes, ensure_ascii=False, separators=(",", ":"))


def order(symbol, previous, weight):
    if weight > previous:
        action = "buy"
    elif weight < previous:
        action = "close" if weight == 0 else "sell"
    else:
        action = "hold"
    return {"symbol": symbol, "action": action, "target_weight": weight}
