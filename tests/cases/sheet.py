"""Reads the sheet of worked cases, `cases.yaml`, and the list of their ids, `ids.yaml`."""

from functools import cache
from pathlib import Path

import yaml

HERE = Path(__file__).parent
DANISH = ["danish-club", "danish-tournament", "danish-tariff"]
GERMAN = ["pierer-pure", "pierer-free"]
GROUPS = {
    "danish": DANISH,
    "german": GERMAN,
    "all": [*DANISH, "english-1800s", "french-1600s", *GERMAN],
}
TABLE = {
    "pack", "trumps", "order", "matadors", "descending", "lowest", "wins", "dealt", "seats",
    "resting", "rule", "equal_rules", "ladder", "auction", "legal", "play",
}  # fmt: skip
"""What is asked of cards, seats, auctions and plays; `tests/engine/test_cases.py` checks it."""
MONEY = {
    "pays", "deals", "splits", "counts", "sums", "prices", "tariff", "fixed", "open", "length",
    "evenly", "opponents", "sum",
}  # fmt: skip
"""What is asked of results, payments and sessions; the other tests of the engine check it."""


@cache
def ids():
    """Return by the id of each case of the sheets of the sources the variants it names."""
    listed = yaml.safe_load((HERE / "ids.yaml").read_text(encoding="utf-8"))
    return {name: variants_of(variants) for name, variants in listed.items()}


@cache
def checks():
    """Return the id and the text of every single check: `cases` share what stands above them."""
    sheet = yaml.safe_load((HERE / "cases.yaml").read_text(encoding="utf-8"))
    return [
        (name, check)
        for name, entry in sheet.items()
        for part in (entry if isinstance(entry, list) else [entry])
        for check in _expand(part, {})
    ]


def variants_of(words):
    """Return the variants that a name such as `danish`, or a list, stands for."""
    return GROUPS[words] if isinstance(words, str) else words


def _expand(part, inherited):
    own = inherited | {key: value for key, value in part.items() if key != "cases"}
    if "cases" not in part:
        yield own | {"variants": variants_of(own["variants"])}
    for one in part.get("cases", ()):
        yield from _expand(one, own)
