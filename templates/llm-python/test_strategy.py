"""What the strategy asks and decides, with a model that is none. Run: python3 -m unittest"""

import contextlib
import io
import json
import unittest

from strategy import Strategy

USAGE = {"tokens_in": 120, "tokens_out": 15}


class FakeModel:
    """Says what it is told to, in turn, and keeps what it was asked."""

    def __init__(self, *contents):
        self.contents = list(contents)
        self.asked = []

    def ask(self, messages):
        self.asked.append(messages)
        return {"content": self.contents.pop(0), "usage": USAGE}


def observation(date="2026-01-02", cash=1.0):
    return {
        "date": date,
        "cash": cash,
        "symbols": [
            {"symbol": "BBB", "close_history": [10.0, 10.123456789]},
            {"symbol": "AAA", "close_history": [20.0, None]},
        ],
        "portfolio": [{"symbol": "AAA", "shares": cash, "avg_price": 0.0}],
    }


def decisions(*contents):
    strategy = Strategy(FakeModel(*contents))
    log = io.StringIO()
    with contextlib.redirect_stderr(log):
        made = [strategy.decide(observation()) for _ in contents]
    return made, log.getvalue()


def orders_of(decision):
    return [(each["symbol"], each["action"], each["target_weight"]) for each in decision["orders"]]


class Decisions(unittest.TestCase):
    def test_every_symbol_is_ordered_in_the_order_of_the_observation(self):
        (first, second), log = decisions(
            '{"targets": {"AAA": 0.2, "BBB": 0.3}}', '{"targets": {"AAA": 0, "BBB": 0.25}}'
        )
        self.assertEqual(orders_of(first), [("BBB", "buy", 0.3), ("AAA", "buy", 0.2)])
        self.assertEqual(orders_of(second), [("BBB", "sell", 0.25), ("AAA", "close", 0.0)])
        self.assertEqual(log, "")

    def test_an_unusable_answer_restates_the_last_targets_and_is_paid_for(self):
        (_, second), log = decisions('{"targets": {"AAA": 0.2}}', "I am not sure.")
        self.assertEqual(orders_of(second), [("BBB", "hold", 0.0), ("AAA", "hold", 0.2)])
        self.assertEqual(second["cost"], USAGE)
        self.assertIn("not JSON", log)

    def test_a_symbol_that_is_left_out_keeps_its_target(self):
        (_, second), _ = decisions('{"targets": {"AAA": 0.2}}', '{"targets": {"BBB": 0.1}}')
        self.assertEqual(orders_of(second), [("BBB", "buy", 0.1), ("AAA", "hold", 0.2)])

    def test_more_than_may_be_invested_is_scaled(self):
        (first,), log = decisions('{"targets": {"AAA": 0.5, "BBB": 0.5}}')
        self.assertEqual(orders_of(first), [("BBB", "buy", 0.45), ("AAA", "buy", 0.45)])
        self.assertIn("scaled", log)

    def test_the_token_counts_are_the_cost(self):
        (first,), _ = decisions('{"targets": {}}')
        self.assertEqual(first["cost"], {"tokens_in": 120, "tokens_out": 15})


class Requests(unittest.TestCase):
    def test_neither_date_nor_book_is_in_the_request(self):
        model = FakeModel('{"targets": {"AAA": 0.2}}', '{"targets": {}}')
        strategy = Strategy(model)
        strategy.decide(observation())
        strategy.decide(observation("2026-01-03", -5.0))
        self.assertEqual(model.asked[0], model.asked[1])
        self.assertEqual(json.loads(model.asked[0][1]["content"]), {"BBB": [10.0, 10.1235], "AAA": [20.0, None]})


if __name__ == "__main__":
    unittest.main()
