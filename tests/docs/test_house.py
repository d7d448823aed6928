"""The page on the house names every room of the package and of the developers' tools."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "the-house.md").read_text(encoding="utf-8")
ROOMS = sorted(
    file.parent.relative_to(ROOT)
    for top in ("lhombre_core", "scripts/tools")
    for file in (ROOT / top).rglob("__init__.py")
    if file.parent != ROOT / "lhombre_core"
)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_every_room_stands_on_the_page(room):
    assert re.search(rf"\b{room.name}\b", PAGE)


def test_what_the_page_names_is_there():
    named = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", PAGE))
    tops = ("lhombre_core", "lhombre_core/report", "scripts/tools", ".")
    assert [
        name for name in sorted(named) if not any((ROOT / t / name).exists() for t in tops)
    ] == []
