"""Where runs begin and end. Run: python3 -m unittest"""

import unittest

from runs import Runs, order_of


class Numbered:
    """Answers with its own number, and how often it was asked."""

    made = 0

    def __init__(self):
        Numbered.made += 1
        self.number, self.asked = Numbered.made, 0

    def decide(self, observation):
        self.asked += 1
        if observation["cash"] < 0:
            raise ValueError("no such book")
        return (self.number, self.asked)


def observation(date, cash=1.0, close=100.0):
    shares = 0.0 if cash == 1.0 else 0.01
    return {
        "date": date,
        "cash": cash,
        "symbols": [{"symbol": "AAA", "close_history": [close]}],
        "portfolio": [{"symbol": "AAA", "shares": shares, "avg_price": 0.0}],
    }


class WhereRunsBegin(unittest.TestCase):
    def setUp(self):
        Numbered.made = 0
        self.runs = Runs(Numbered)

    def answers(self, *observations):
        return [self.runs.decide(each) for each in observations]

    def test_later_dates_belong_to_the_same_run(self):
        self.assertEqual(
            self.answers(observation("t8"), observation("t9", 0.5), observation("t10", 0.5)),
            [(1, 1), (1, 2), (1, 3)],
        )

    def test_a_repeated_observation_gets_the_same_decision(self):
        self.assertEqual(
            self.answers(observation("t8"), observation("t8"), observation("t9", 0.5), observation("t9", 0.4)),
            [(1, 1), (1, 1), (1, 2), (1, 2)],
        )

    def test_the_first_date_again_begins_a_run(self):
        self.assertEqual(
            self.answers(observation("t8"), observation("t9"), observation("t8")), [(1, 1), (1, 2), (2, 1)]
        )

    def test_an_earlier_date_begins_a_run(self):
        self.assertEqual(self.answers(observation("t80"), observation("t9")), [(1, 1), (2, 1)])

    def test_the_same_date_of_other_data_begins_a_run(self):
        self.assertEqual(self.answers(observation("t8"), observation("t8", close=7.0)), [(1, 1), (2, 1)])

    def test_a_book_untouched_again_begins_a_run(self):
        self.assertEqual(
            self.answers(observation("t8"), observation("t9", 0.5), observation("t10")),
            [(1, 1), (1, 2), (2, 1)],
        )

    def test_a_stale_book_at_the_start_does_not(self):
        self.assertEqual(
            self.answers(observation("t8"), observation("t9"), observation("t10", 0.5)),
            [(1, 1), (1, 2), (1, 3)],
        )

    def test_the_next_run_may_leave_its_book_untouched_longer(self):
        self.answers(observation("t8"), observation("t9", 0.5))
        self.assertEqual(self.answers(observation("t8"), observation("t9")), [(2, 1), (2, 2)])

    def test_a_failure_is_not_repeated_and_the_run_goes_on(self):
        self.answers(observation("t8"))
        for _ in range(2):
            with self.assertRaises(ValueError):
                self.runs.decide(observation("t9", -1.0))
        self.assertEqual(self.answers(observation("t10", 0.5)), [(1, 4)])

    def test_a_failure_at_the_start_leaves_nothing_behind(self):
        with self.assertRaises(ValueError):
            self.runs.decide(observation("t8", -1.0))
        self.assertEqual(self.answers(observation("t8")), [(2, 1)])


class OrderOfDates(unittest.TestCase):
    def test_each_comes_after_the_one_before(self):
        for dates in (["t0", "t9", "t10", "t100"], ["2025-099", "2025-100"], ["2025-12-31", "2026-01-01"]):
            self.assertEqual(sorted(dates, key=order_of), dates)


if __name__ == "__main__":
    unittest.main()
