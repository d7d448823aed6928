"""A small run of every variant, compared with what it was: `--update-golden` writes it anew."""

import json
from pathlib import Path

import pytest

from lhombre_core.sim.run.simulation import run
from tests.engine.table import VARIANTS

GOLDEN = Path(__file__).parent.parent / "golden" / "simulation"
BOTS = ["thumb", "random", "thumb-bold"]


def text(resolved, variant):
    """Return a run as text, without what changes with every edition of the rules' files."""
    found = run(resolved(variant), 60, 20, BOTS).as_dict()
    del found["hash"], found["version"]
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_small_run_is_what_it_was(resolved, variant, updates_golden):
    file = GOLDEN / f"{variant}.json"
    found = text(resolved, variant)
    if updates_golden:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_there_is_a_golden_run_of_every_variant_and_no_other(updates_golden):
    if updates_golden:
        pytest.skip("they are being written")
    assert sorted(file.stem for file in GOLDEN.glob("*")) == sorted(VARIANTS)
