import json

import pytest


def test_a_simulation_has_the_promised_fields(lhombre):
    answer = lhombre(
        "simulate", "english-1800s", "--deals", "20", "--seed", "3", "--bots", "random", "--json"
    )
    assert answer.code == 0
    found = answer.json
    assert {"variant", "hash", "seed", "deals", "sessions", "bots"} <= set(found)
    assert {"contracts", "results", "counters", "cut"} <= set(found)
    assert found["deals"] >= 20
    assert sum(found["results"].values()) == found["deals"]


def test_a_simulation_in_words_names_its_seed_and_its_rules(lhombre):
    answer = lhombre("simulate", "danish-club", "--deals", "9", "--seed", "3", "--bots", "random")
    assert answer.out.startswith("danish-club ")
    assert "seed 3: 30 deals in 1 session played by random." in answer.out


def test_players_who_differ_are_named_by_their_place_at_the_table(lhombre):
    answer = lhombre(
        "simulate", "danish-club", "--deals", "3", "--seed", "3", "--bots", "thumb,random,random"
    )
    assert "played by thumb (player 0), random (player 1), random (player 2)." in answer.out


def test_the_outcome_is_written_to_a_folder_and_not_over_another(lhombre, tmp_path):
    folder = tmp_path / "run"
    order = ("simulate", "danish-club", "--deals", "5", "--bots", "random", "--out", folder)
    assert lhombre(*order).code == 0
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["variant"] == "danish-club"
    again = lhombre(*order)
    assert again.code == 2
    assert "--force" in again.err
    assert lhombre(*order, "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--deals", "0"], "0 deals cannot be played"),
        (["--bots", "randm"], "did you mean 'random'?"),
        (["--bots", "random,thumb"], "2 bots are named"),
        (["--table", "5"], "expected 3"),
        (["--seed", "-1"], "out of range"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(refused, arguments, said):
    assert said in refused("simulate", "english-1800s", *arguments)
