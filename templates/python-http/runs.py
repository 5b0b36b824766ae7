"""Where one run ends and the next begins: one server answers many runs, one after the other.

You should not need to edit this; decisions are made in strategy.py.
"""

import re


class Runs:
    """Gives each run a strategy of its own, so that nothing is carried from one run to the next."""

    def __init__(self, new_strategy):
        self._new_strategy = new_strategy
        self._last = None  # the observation that was answered last
        self._decision = None
        self._opening_book = None
        self._book_moved = False

    def decide(self, observation):
        """A repeated observation gets the same decision; the first of a run starts a new strategy."""
        if self._is_repeated(observation):
            return self._decision
        book = (observation["cash"], observation["portfolio"])
        if self._starts_a_run(observation["date"], book):
            self._strategy = self._new_strategy()
            self._opening_book = book
            self._book_moved = False
        self._book_moved = self._book_moved or book != self._opening_book
        self._decision = self._strategy.decide(observation)
        self._last = observation  # only now: a failure is not to be repeated
        return self._decision

    def _is_repeated(self, observation):
        # The same date of other data is not the same observation; the book may be shown anew.
        return self._last is not None and all(
            observation[key] == self._last[key] for key in ("date", "symbols")
        )

    def _starts_a_run(self, date, book):
        if self._last is None or order_of(date) <= order_of(self._last["date"]):
            return True
        # The next window may follow the last one day by day; then its untouched book tells. A stale
        # book cannot look like that: once a book that has moved was shown, no older one comes back.
        return self._book_moved and book == self._opening_book


def order_of(date):
    """Dates as they follow each other, numbers by value: masked dates are t0 .. t9, t10 .."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", date)]
