#!/usr/bin/env python3
"""Cross-sectional momentum: equal weight in every symbol that rose over ten bars.

One observation per line on stdin, one decision per line on stdout, flushed.
stdout carries decisions alone; whatever a person should read goes to stderr.
Run it: sbdev simulate --cmd "python3 examples/agents/momentum.py"
"""

import json
import math
import sys

LOOKBACK = 10


def trailing_return(closes):
    """Last close over the close LOOKBACK bars earlier, less 1; None without usable closes."""
    if len(closes) <= LOOKBACK:
        return None
    last, base = closes[-1], closes[-1 - LOOKBACK]
    if not (usable(last) and usable(base)):
        return None
    return last / base - 1


def usable(close):
    return close is not None and 0 < close < math.inf


def decide(observation):
    returns = {
        each["symbol"]: trailing_return(each["close_history"])
        for each in observation["symbols"]
    }
    winners = sum(1 for r in returns.values() if r is not None and r > 0)
    return {
        "orders": [order(symbol, r, winners) for symbol, r in returns.items()],
        "reasoning": "cross-sectional momentum",
    }


def order(symbol, r, winners):
    if r is None:
        print(f"{symbol}: no {LOOKBACK}-interval return yet, closing it", file=sys.stderr)
        return {"symbol": symbol, "action": "close", "target_weight": 0.0}
    return {
        "symbol": symbol,
        "action": "buy" if r > 0 else "close",
        "target_weight": 1.0 / winners if r > 0 else 0.0,
        "confidence": min(0.5 + abs(r), 1.0),
        "rationale": f"{LOOKBACK}-interval trailing return {r:.3f}",
    }


# UTF-8 whatever the locale says: symbols come back byte for byte.
sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8", newline="\n")

for line in sys.stdin:
    # A number that is not finite is no JSON: fail here, with a traceback, and not there.
    print(json.dumps(decide(json.loads(line)), allow_nan=False), flush=True)
