"""What measures speed, and the page that is made from it. Nothing here asks how fast it was."""

import json

import pytest

from lhombre_core.language.catalog import variant_ids
from lhombre_core.sim import bench


def test_the_page_on_speed_is_made_from_the_measurements_that_stand_beside_it():
    data = json.loads(bench.DATA.read_text(encoding="utf-8"))
    assert bench.PAGE.read_text(encoding="utf-8") == bench.page(data)


def test_the_measurements_are_of_every_variant_and_both_bots():
    data = json.loads(bench.DATA.read_text(encoding="utf-8"))
    found = {(result["variant"], result["bot"]) for result in data["results"]}
    assert found == {(variant, bot) for variant in variant_ids() for bot in bench.BOTS}


def test_a_measurement_is_the_median_of_its_runs(tmp_path, capsys):
    file = tmp_path / "speed.json"
    order = ["danish-club", "--bots", "random", "--deals", "1", "--runs", "3", "--json", str(file)]
    assert bench.main(order) == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    (result,) = data["results"]
    assert result["rate"] == sorted(result["rates"])[1]
    assert result["deals"] == 30
    assert "danish-club" in capsys.readouterr().out
    assert {"version", "python", "processor", "system", "seed"} <= set(data)


def test_what_cannot_be_measured_is_told_in_a_sentence(capsys):
    assert bench.main(["danish-clib"]) == 2
    assert "did you mean 'danish-club'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        bench.main(["--runs", "0"])
    assert caught.value.code == 2
