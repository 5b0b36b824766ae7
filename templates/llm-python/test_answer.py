"""How the words of a model are read. Run: python3 -m unittest"""

import unittest

from answer import targets_in


def read(text):
    return targets_in(text, ["AAA", "BBB"], 0.0, 0.5)


class Usable(unittest.TestCase):
    def test_one_json_object(self):
        self.assertEqual(read('{"targets": {"AAA": 0.25, "BBB": 0}}'), ({"AAA": 0.25, "BBB": 0.0}, []))

    def test_in_a_markdown_fence(self):
        for fence in ("```json\n%s\n```", "```\n%s```", "\n```JSON\r\n%s\r\n```\n"):
            self.assertEqual(read(fence % '{"targets": {"AAA": 0.25}}'), ({"AAA": 0.25}, []))

    def test_weights_are_clamped(self):
        weights, remarks = read('{"targets": {"AAA": 7, "BBB": -0.1}}')
        self.assertEqual(weights, {"AAA": 0.5, "BBB": 0.0})
        self.assertEqual(remarks, ["weight of 'AAA' clamped to 0.5", "weight of 'BBB' clamped to 0.0"])

    def test_minus_zero_is_zero(self):
        weights, _ = read('{"targets": {"AAA": -0.0}}')
        self.assertEqual(str(weights["AAA"]), "0.0")

    def test_unknown_symbols_are_dropped_and_said(self):
        weights, remarks = read('{"targets": {"AAA": 0.1, "\\u001b[2J": 0.2}}')
        self.assertEqual(weights, {"AAA": 0.1})
        self.assertEqual(remarks, ["unknown symbol '\\x1b[2J' dropped"])

    def test_what_is_no_number_is_left_out_and_said(self):
        for value in ('"0.1"', "null", "true", "[]", "1e999", "-1e999"):
            weights, remarks = read('{"targets": {"AAA": %s}}' % value)
            self.assertEqual((weights, len(remarks)), ({}, 1))


class Unusable(unittest.TestCase):
    def test_what_is_not_one_json_object_with_targets(self):
        for text in (
            "",
            "I would buy AAA.",
            'Sure! {"targets": {"AAA": 0.1}}',
            '{"targets": {"AAA": 0.1}} {"targets": {}}',
            '```json\n{"targets": {"AAA": 0.1}}\n``` as asked',
            '{"targets": {"AAA": NaN}}',
            '{"targets": {"AAA": Infinity}}',
            '{"targets": {"AAA": 0.1, "AAA": 0.2}}',
            '{"targets": {"AAA": 1' + "0" * 5000 + "}}",
            "[" * 100000,
            '{"targets": [0.1]}',
            '{"AAA": 0.1}',
            "[]",
            "null",
        ):
            weights, remarks = read(text)
            self.assertIsNone(weights, text[:40])
            self.assertEqual(len(remarks), 1)
            self.assertLess(len(remarks[0]), 80)


if __name__ == "__main__":
    unittest.main()
