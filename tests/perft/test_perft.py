"""How many ways lead on from a position: numbers that any implementation has to reach."""

from functools import cache

import pytest

from lhombre_core.engine import prepare
from lhombre_core.language.catalog import load, variant_ids
from tests.perft.sheet import FOLDER, PHASES, SLOW, blocks, count

FILES = sorted(FOLDER.glob("*.txt"))
BLOCKS = [
    pytest.param(file.stem, statements, id=f"{file.stem}-{name}")
    for file in FILES
    for name, statements in blocks(file.read_text(encoding="utf-8"))
]


@cache
def game(variant):
    return prepare(load(variant).rules)


@pytest.mark.parametrize(("variant", "statements"), BLOCKS)
def test_as_many_lines_lead_on_as_the_file_states(variant, statements):
    for stated, counted in count(game(variant), statements, slow=False):
        assert counted == stated


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "statements"),
    [block for block in BLOCKS if any(line.endswith(SLOW) for line in block.values[1])],
)
def test_as_many_long_lines_lead_on_as_the_file_states(variant, statements):
    for stated, counted in count(game(variant), statements, slow=True):
        assert counted == stated


def test_every_variant_has_its_counts():
    missing = set(variant_ids()) - {file.stem for file in FILES}
    assert not missing, f"write tests/perft/<id>.txt for {', '.join(sorted(missing))}"


def test_every_file_counts_for_a_variant():
    assert {file.stem for file in FILES} <= set(variant_ids())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_counts_auctions_exchanges_and_play(file):
    text = file.read_text(encoding="utf-8")
    counted = {line.split()[0] for _, statements in blocks(text) for line in statements}
    assert counted >= set(PHASES)
    names = [name for name, _ in blocks(text)]
    assert len(set(names)) == len(names), "two blocks have one id"
