"""The page on the players says of every rule of advice whether the code follows it."""

import re
from pathlib import Path

import pytest

from lhombre_core.bots import thumb
from lhombre_core.kernel import compiled

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "players.md"
ALL = {
    *range(1, 28),
    *range(30, 40),
    45,
    46,
    *range(50, 56),
    *range(60, 71),
    *range(75, 79),
    *range(80, 84),
    *range(90, 101),
    *range(110, 116),
}
"""The numbers of the course of advice."""


def ids(text):
    """Return the numbers of advice in a text, `AV15 to AV18` and `AV15–AV18` written out."""
    found = {int(number) for number in re.findall(r"\bAV(\d+)", text)}
    for first, last in re.findall(r"AV(\d+)(?: to |–)(?:AV)?(\d+)", text):
        found.update(range(int(first), int(last) + 1))
    return found


def row(name):
    """Return what the page lists under a heading of its table of advice."""
    (line,) = [
        line
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| {name} |")
    ]
    return line


def test_every_rule_of_advice_is_followed_or_the_page_says_why_not():
    part = {8, 25, 113, 114}
    followed, left = ids(row("followed")), ids(row("left out"))
    assert part <= ids(row("in part"))
    assert followed | part | left == ALL
    assert not followed & left
    assert not followed & part


def ids_below(package, name="**/*.py"):
    """Return the numbers of advice in the modules of a package."""
    folder = Path(package.__file__).parent
    return set().union(*(ids(file.read_text(encoding="utf-8")) for file in folder.glob(name)))


def test_what_the_page_says_is_followed_stands_in_the_code():
    followed = ids(row("followed"))
    assert followed - ids_below(thumb) == set()
    assert ids_below(thumb) - followed <= ids(row("in part")) | {92}


def test_the_compiled_form_names_the_advice_that_the_bot_names():
    assert ids_below(compiled) == ids_below(thumb)


@pytest.mark.parametrize(
    ("module", "compiled_modules"),
    [
        ("exchange.py", ["thumb/exchange.py", "deal/discard.py"]),
        ("follow.py", ["thumb/follow.py"]),
        ("lead.py", ["thumb/lead.py"]),
        ("nolo.py", ["thumb/nolo.py", "thumb/play.py"]),
    ],
)
def test_a_part_of_the_compiled_form_names_the_advice_of_its_model(module, compiled_modules):
    ours = set().union(*(ids_below(compiled, name) for name in compiled_modules))
    assert ids_below(thumb, module) <= ours
