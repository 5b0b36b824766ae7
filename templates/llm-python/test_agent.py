"""What the protocol loop keeps to. Run: python3 -m unittest"""

import io
import json
import unittest

from agent import encode, run


class Counting:
    """Answers with the number of times it was asked."""

    def __init__(self):
        self.asked = 0

    def decide(self, observation):
        self.asked += 1
        return {"orders": [], "reasoning": f"{observation['date']} {self.asked}"}


def answers_to(*dates):
    lines = b"".join(json.dumps({"date": date}).encode("utf-8") + b"\n" for date in dates)
    written = io.BytesIO()
    run(Counting(), io.BytesIO(lines), written)
    return written.getvalue().split(b"\n")


class Loop(unittest.TestCase):
    def test_each_observation_gets_one_line(self):
        first, second, rest = answers_to("2026-01-02", "2026-01-05")
        self.assertEqual(json.loads(first)["reasoning"], "2026-01-02 1")
        self.assertEqual(json.loads(second)["reasoning"], "2026-01-05 2")
        self.assertEqual(rest, b"")

    def test_an_observation_that_comes_again_gets_the_same_line(self):
        first, again, second, _ = answers_to("2026-01-02", "2026-01-02", "2026-01-05")
        self.assertEqual(first, again)
        self.assertEqual(json.loads(second)["reasoning"], "2026-01-05 2")

    def test_no_observation_no_answer(self):
        self.assertEqual(answers_to(), [b""])


class Encoding(unittest.TestCase):
    def test_names_stay_as_they_are(self):
        self.assertEqual(encode({"symbol": "Zürich"}), '{"symbol": "Zürich"}\n'.encode("utf-8"))

    def test_a_number_that_is_not_finite_never_leaves(self):
        for number in (float("nan"), float("inf"), float("-inf")):
            with self.assertRaises(ValueError):
                encode({"target_weight": number})


if __name__ == "__main__":
    unittest.main()
