"""A small run of every variant, compared with a digest of it: `--update-golden` writes it anew.

Beside the digest stands an excerpt, which shows at a glance what has changed.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from lhombre_core.sim.run.simulation import run
from tests.engine.table import VARIANTS

GOLDEN = Path(__file__).parent.parent / "golden" / "simulation"
BOTS = ["thumb", "random", "thumb-bold"]
SHOWN = ("deals", "sessions", "results", "contracts", "totals", "lengths")


def excerpt(resolved, variant):
    """Return the digest of a run and its main counts, without version and hash of the rules."""
    summary = run(resolved(variant), 60, 20, BOTS).as_dict()
    del summary["hash"], summary["version"]
    whole = json.dumps(summary, ensure_ascii=False, indent=1) + "\n"
    lines = [f"{name}: {json.dumps(summary[name], ensure_ascii=False)}" for name in SHOWN]
    players = summary["counters"]["by_player"]
    lines.append(f"players: {[player['total'] for player in players]}")
    return "\n".join([f"sha256: {sha256(whole.encode()).hexdigest()}", *lines]) + "\n"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_small_run_is_what_it_was(resolved, variant, updates_golden):
    file = GOLDEN / f"{variant}.txt"
    text = excerpt(resolved, variant)
    if updates_golden:
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_there_is_a_golden_run_of_every_variant_and_no_other(updates_golden):
    if updates_golden:
        pytest.skip("they are being written")
    assert sorted(file.stem for file in GOLDEN.glob("*")) == sorted(VARIANTS)
