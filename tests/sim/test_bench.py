"""What measures speed, and the page that is made from it. Nothing here asks how fast it was."""

import json
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from lhombre_core.cards import Suit
from lhombre_core.engine.game import prepare
from lhombre_core.kernel.bench import BUFFER
from lhombre_core.kernel.native import Compiled
from lhombre_core.kernel.space import space_tables
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.sim import differential
from lhombre_core.sim.backend import Task
from lhombre_core.sim.bench import card_play, command, whole_game
from lhombre_core.sim.bench.clock import Pace, Reading, alternate
from lhombre_core.sim.bench.page import page
from lhombre_core.sim.bench.start import simulate
from lhombre_core.sim.bench.target import TARGETS, Target
from lhombre_core.sim.bench.yardstick import Yardsticks
from lhombre_core.sim.kernel import Kernel
from lhombre_core.sim.reference import Reference


@pytest.fixture(scope="module")
def data():
    return json.loads(command.DATA.read_text(encoding="utf-8"))


def test_the_page_on_speed_is_made_from_the_measurements_that_stand_beside_it(data):
    assert command.PAGE.read_text(encoding="utf-8") == page(data)


def test_everything_has_been_measured(data):
    assert {*command.PARTS, "machine", "pace", "differential"} <= set(data)
    assert {"version", "python", "numba", "processor", "vectors", "load"} <= set(data["machine"])


@pytest.mark.parametrize("part", ["play", "stages", "many"])
def test_every_variant_has_its_row(data, part):
    assert [row["variant"] for row in data[part]] == variant_ids()


def test_whole_games_are_of_every_variant_and_both_bots(data):
    found = {(row["variant"], row["bot"]) for row in data["games"]}
    assert found == {(variant, bot) for variant in variant_ids() for bot in whole_game.BOTS}


def test_every_target_has_its_figure_on_the_page(data):
    shown = page(data)
    for target in TARGETS:
        assert target.value(data) >= 0
        assert f"| {target.work} |" in shown


def test_what_other_packages_play_is_called_different_games_or_said_to_be_missing(data):
    shown = page(data)
    others = set(data["side"]["rates"]) - {"kernel", "python"}
    assert not others or "**They are different games**" in shown
    for told in data["side"]["absent"].values():
        assert told in shown


def test_kernel_and_engine_did_not_differ_in_the_slow_run(data):
    found = data["differential"]
    assert found["differences"] == 0 == len(found["shown"])
    assert found["deals"] >= found["asked"]
    assert found["variants"] == len(variant_ids())


def test_why_more_was_compared_than_was_asked_is_said_where_it_was(data):
    told = "more than was asked since every case plays its last one to the end"
    found = data["differential"]
    assert (told in page(data)) is (found["deals"] > found["asked"])
    for deals, is_said in ((found["asked"], False), (found["asked"] + 1, True)):
        shown = page(data | {"differential": found | {"deals": deals}})
        assert f"{deals:,} deals,\n{found['sessions']:,} whole sessions" in shown
        assert (told in shown) is is_said


def test_a_missed_target_is_called_so_and_half_is_owed_without_the_widest_vectors():
    narrow = {"machine": {"vectors": "AVX2"}}
    wide = {"machine": {"vectors": "AVX-512"}}
    rate = Target("play", "deals/s", 10, 16, lambda _: 0.0, of_vectors=True)
    assert rate.verdict(narrow, 4.9) == rate.verdict(wide, 9) == "**not reached**"
    assert rate.verdict(narrow, 5) == rate.verdict(wide, 10) == "reached"
    assert rate.verdict(narrow, 8) == rate.verdict(wide, 16) == "reached, and the aim"
    late = Target("start", "s", 8, None, lambda _: 0.0, at_most=True)
    assert [late.verdict(narrow, value) for value in (8, 8.1)] == ["reached", "**not reached**"]


def test_a_rate_is_the_median_of_the_runs_that_are_done_in_turn():
    done = []

    def read(name, seconds):
        def once():
            done.append(name)
            return Reading(10, seconds.pop(0))

        return once

    found = alternate({"a": read("a", [9, 1, 5, 2]), "b": read("b", [1, 1, 1, 1])}, 3)
    assert done == ["a", "b"] * 4
    assert found["a"] == {"deals": 10, "rate": 5.0, "rates": [10.0, 2.0, 5.0]}


@pytest.mark.parametrize("variant", variant_ids())
def test_plain_python_plays_the_tricks_of_the_kernel(variant):
    game, lockstep = prepare(load(variant).rules), Compiled("lhombre_core.kernel.compiled.lockstep")
    space, found = space_tables(game), np.zeros(80, np.uint16)
    lockstep.play_at_random(
        np.uint64(1), 0, np.arange(4), space.into, space.trumps, space.matadors, space.floor,
        space.free, space.pull, found, np.zeros(BUFFER, np.uint64),
    )  # fmt: skip
    follows = [game.follow(suit) for suit in Suit]
    assert [card_play.play(follows, 1, index) for index in range(80)] == found.tolist()


def test_a_variant_is_measured_by_kernel_and_engine(tmp_path, capsys):
    file = tmp_path / "speed.json"
    order = "danish-club --parts games,stages,play --seconds 0.001 --runs 1 --json"
    assert command.main([*order.split(), str(file)]) == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert [(row["variant"], row["bot"]) for row in found["games"]] == [
        ("danish-club", "random"),
        ("danish-club", "thumb"),
    ]
    for row in found["games"]:
        assert row["kernel"]["deals"] % 30 == row["reference"]["deals"] % 30 == 0
        assert row["by_engine"] == 0
    assert set(found["stages"][0]) == {"variant", "counting", *dict(whole_game.STAGES).values()}
    assert "| danish-club |" in page(found)
    assert "danish-club" in capsys.readouterr().out


def test_the_stages_that_are_timed_play_the_deals_that_are_played(resolved):
    kernel = Kernel(whole_game.task_of(resolved("french-1600s").rules, "thumb"))
    wanted = kernel.run_block(range(40), columns=True)
    with whole_game._timed() as times:
        found = kernel.run_block(range(40), columns=True)
    assert found.tally == wanted.tally
    for name, array in wanted.columns.arrays.items():
        assert array.tolist() == found.columns.arrays[name].tolist()
    stages = [times[stage] for stage, _ in whole_game.STAGES]
    assert 0 < sum(stages) <= times[whole_game.ROUNDS]


def test_what_cannot_be_measured_is_told_in_a_sentence(capsys):
    assert command.main(["danish-clib", "--parts", "games"]) == 2
    assert "did you mean 'danish-club'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "order", ["--runs 0", "--parts speed", "--write danish-club", "--write --parts games"]
)
def test_an_order_that_makes_no_sense_is_refused(order, capsys):
    with pytest.raises(SystemExit) as caught:
        command.main(order.split())
    assert caught.value.code == 2
    assert "expected" in capsys.readouterr().err


def test_yardsticks_that_are_not_installed_are_named():
    with Yardsticks(sys.executable) as found:
        assert {*found.there, *found.absent} >= {"skat-within", "tarok-python", "bridge", "dds"}
        for told in found.absent.values():
            assert "not installed here" in told


def test_kernel_and_engine_are_compared_over_all_cases_of_a_variant():
    plain, read = differential.cases(["pierer-pure"])
    assert {case.bots[0] for case in plain} == {"random", "thumb", "thumb-bold"}
    assert len({case.reading for case in read}) > 10
    found = differential.compare(replace(read[0], players=3, bots=("thumb",) * 3), 40, 5)
    assert found.deals >= 40
    assert found.differences == ()


def test_a_difference_of_a_single_payment_is_found():
    task = Task(load("danish-club").rules, 3, 1, ("thumb",) * 3)
    wanted = Reference(task).run_block(range(1), columns=True)
    arrays = {name: array.copy() for name, array in wanted.columns.arrays.items()}
    arrays["gain_1"][7] += 1
    found = SimpleNamespace(tally=wanted.tally, columns=replace(wanted.columns, arrays=arrays))
    (told,) = differential.differ(found, wanted)
    assert told.startswith("session 0, deal 7: gain_1 is ")
    assert told.endswith("(so in 1 deals)")


def test_a_bench_lasts_as_long_as_is_asked():
    asked = command._arguments(["--seconds", "0.5", "--runs", "2"])
    assert asked.pace == Pace(0.5, 2)


def test_the_memory_of_a_command_is_its_own():
    held = b"\1" * 600_000_000
    took = simulate("danish-club", 10)
    assert 20 < took.megabytes < len(held) / 1e6
