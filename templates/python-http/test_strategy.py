"""What the strategy decides. Run: python3 -m unittest"""

import unittest

from strategy import Strategy, mean

FLAT = [100.0] * 10
RISEN = [100.0] * 9 + [110.0]
FALLEN = [100.0] * 9 + [90.0]


def observation(**closes):
    return {
        "date": "2026-01-02",
        "cash": 1.0,
        "symbols": [{"symbol": name, "close_history": each} for name, each in closes.items()],
        "portfolio": [],
    }


class OneOrder(unittest.TestCase):
    def setUp(self):
        self.strategy = Strategy()

    def order(self, closes):
        return self.strategy.decide(observation(AAA=closes))["orders"][0]

    def test_a_rise_above_the_average_is_bought(self):
        self.assertEqual(
            self.order(RISEN),
            {
                "symbol": "AAA",
                "action": "buy",
                "target_weight": 0.9,
                "confidence": 0.5 + (110.0 / 101.0 - 1.0) * 2.0,
                "rationale": "trend up",
            },
        )

    def test_within_the_band_the_last_target_is_restated(self):
        within = [FLAT[1:] + [100.9], FLAT[1:] + [99.1]]
        for before, target in ((FALLEN, 0.0), (RISEN, 0.9)):
            self.order(before)
            for closes in within:
                order = self.order(closes)
                self.assertEqual((order["action"], order["target_weight"]), ("hold", target))

    def test_a_fall_below_the_average_is_closed(self):
        self.order(RISEN)
        order = self.order(FALLEN)
        self.assertEqual((order["action"], order["target_weight"]), ("close", 0.0))

    def test_nine_closes_are_too_little_history(self):
        order = self.order(RISEN[1:])
        self.assertEqual(order["rationale"], "too little history")
        self.assertNotIn("confidence", order)

    def test_prices_that_cannot_be_averaged_change_nothing(self):
        self.order(RISEN)
        for closes in ([0.0] * 10, FLAT[1:] + [None], [1e308] * 10):
            order = self.order(closes)
            self.assertEqual((order["rationale"], order["target_weight"]), ("no usable price", 0.9))
            self.assertNotIn("confidence", order)

    def test_confidence_ends_at_nine_tenths(self):
        self.assertEqual(self.order([100.0] * 9 + [1000.0])["confidence"], 0.9)


class ManyOrders(unittest.TestCase):
    def test_orders_come_in_the_order_of_the_observation_and_share_equally(self):
        decision = Strategy().decide(observation(ZZZ=RISEN, AAA=RISEN, MMM=FALLEN))
        asked = [(each["symbol"], each["target_weight"]) for each in decision["orders"]]
        self.assertEqual(asked, [("ZZZ", 0.9 / 3), ("AAA", 0.9 / 3), ("MMM", 0.0)])

    def test_when_a_symbol_joins_the_others_are_sold_down(self):
        strategy = Strategy()
        strategy.decide(observation(AAA=RISEN))
        order = strategy.decide(observation(AAA=RISEN, BBB=FLAT))["orders"][0]
        self.assertEqual((order["action"], order["target_weight"]), ("sell", 0.45))

    def test_no_symbols_no_orders(self):
        self.assertEqual(Strategy().decide(observation())["orders"], [])


class Mean(unittest.TestCase):
    def test_it_adds_without_compensation(self):
        self.assertEqual(mean([1e16, 1.0, -1e16]), 0.0)


if __name__ == "__main__":
    unittest.main()
