"""Reads target weights out of what the model said. Strict: what is not understood is not guessed."""

import json
import math
import re

FENCE = re.compile(r"\s*```[a-zA-Z]*[ \t]*\r?\n(.*?)\r?\n?```\s*", re.DOTALL)


def targets_in(text, symbols, lowest, highest):
    """({symbol: weight within lowest..highest}, remarks); None instead of the weights if unusable."""
    fenced = FENCE.fullmatch(text)
    try:
        answer = json.loads(
            fenced.group(1) if fenced else text,
            object_pairs_hook=object_of,
            parse_constant=not_a_number,
        )
    except (ValueError, RecursionError) as error:
        return None, [f"not JSON: {shown(error)}"]
    targets = answer.get("targets") if isinstance(answer, dict) else None
    if not isinstance(targets, dict):
        return None, ['no object "targets"']
    weights, remarks = {}, []
    for symbol, weight in targets.items():
        if symbol not in symbols:
            remarks.append(f"unknown symbol {shown(symbol)} dropped")
        elif type(weight) not in (int, float) or weight in (math.inf, -math.inf):
            remarks.append(f"weight of {shown(symbol)} is no number: {shown(weight)}")
        else:
            weights[symbol] = float(min(highest, max(lowest, weight)))
            if weights[symbol] != weight:
                remarks.append(f"weight of {shown(symbol)} clamped to {weights[symbol]}")
    return weights, remarks


def object_of(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice")
    return members


def not_a_number(name):
    raise ValueError(f"{name} is no JSON")


def shown(value):
    """Foreign text for a log: one short line of printable ASCII."""
    text = ascii(str(value) if isinstance(value, Exception) else value)
    return text if len(text) <= 60 else f"{text[:57]}..."
