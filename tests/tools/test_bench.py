"""What measures speed, and the page that is made from it. Nothing here asks how fast it was."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import differential
from bench import card_play, command, lead, side, start, way, whole_game
from bench.clock import Pace, Reading, alternate
from bench.page import page
from bench.rest import Rest, busy_of, disturbed
from bench.solver import strength
from bench.target import TARGETS, Target, measured, told_of
from bench.watch import Took, simulate, watched
from bench.yardstick import Yardsticks
from lhombre_core.cards import Suit
from lhombre_core.engine.state.game import prepare
from lhombre_core.kernel.loader import CompiledModule
from lhombre_core.kernel.room import BUFFER
from lhombre_core.kernel.space import space_tables
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.report.site.build import DEALS
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.kernel import Kernel
from lhombre_core.sim.play.reference import Reference


@pytest.fixture(scope="module")
def data():
    return json.loads(command.DATA.read_text(encoding="utf-8"))


def test_the_page_on_speed_is_made_from_the_measurements_that_stand_beside_it(data):
    assert command.PAGE.read_text(encoding="utf-8") == page(data)


def test_everything_has_been_measured(data):
    assert {*command.PARTS, "machine", "rest", "pace", "differential"} <= set(data)
    assert {"version", "python", "numba", "processor", "vectors"} <= set(data["machine"])
    assert list(data["rest"]["parts"]) == list(command.PARTS)


@pytest.mark.parametrize("part", ["play", "stages", "many"])
def test_every_variant_has_its_row(data, part):
    assert [row["variant"] for row in data[part]] == variant_ids()


def test_whole_games_are_of_every_variant_and_both_bots(data):
    found = {(row["variant"], row["bot"]) for row in data["games"]}
    assert found == {(variant, bot) for variant in variant_ids() for bot in whole_game.BOTS}


def test_every_target_has_its_figure_on_the_page_and_on_the_terminal(data):
    shown, told = page(data), list(told_of(data))
    assert [target for target, _ in measured(data)] == list(TARGETS)
    for target, line in zip(TARGETS, told, strict=True):
        assert target.value(data) >= 0
        assert f"| {target.work} |" in shown
        assert line.endswith(target.work)


def test_a_hundred_million_deals_were_played_of_the_variant_that_takes_most_memory(data):
    found = data["memory"]
    most = max(data["many"], key=lambda row: row["megabytes"])
    assert (found["variant"], found["deals"]) == (most["variant"], 100_000_000)
    assert f"\n100,000,000 deals of {found['variant']}, which takes most of all" in page(data)


def test_a_shorter_run_is_not_held_against_what_is_asked_of_a_long_one(data):
    shown = page(data | {"memory": data["memory"] | {"deals": 6_000_000}})
    assert "\n6,000,000 deals of" in shown
    assert "Runs of full length have 100,000,000 deals played." in shown
    assert "| memory for 100 M" not in shown


def test_the_site_was_made_of_as_many_deals_as_it_has_by_itself(data):
    found = data["site"]
    assert (found["deals"], found["cores"]) == (DEALS, 2)
    assert {"seconds", "processor", "megabytes"} == set(found["warm"]) == set(found["ever"])


def test_all_ways_were_gone_with_every_variant_and_come_to_the_same(data):
    found = data["ways"]
    assert [row["variant"] for row in found["rows"]] == variant_ids()
    for row in found["rows"]:
        assert list(row["seconds"]) == ["--jobs 1", "--jobs 2", "--cluster"]
        assert row["same"]
    first = found["rows"][0]
    spoilt = page(data | {"ways": found | {"rows": [first | {"same": False}]}})
    assert "| **different** |" in spoilt
    assert "| **different** |" not in page(data)


def test_a_cluster_that_is_missing_is_said_to_be(data):
    rows = [{**row, "seconds": {"--jobs 1": 1.0}} for row in data["ways"]["rows"]]
    told = "distributed is not installed here"
    shown = page(data | {"ways": data["ways"] | {"rows": rows, "absent": told}})
    assert f"A way is missing, `--cluster`: {told}." in shown
    assert "`--jobs 2` and a cluster, the slowest |" not in shown


def test_our_leads_stand_beside_those_of_bridge_as_another_game(data):
    shown = page(data).partition("### Side by side with DDS")[2].partition("\n## ")[0]
    assert "| **L'Hombre**, " in shown
    assert ("DDS through endplay" in shown) is ("**They are different games.**" in shown)
    assert "dds" in data["side"]["rates"]
    rates = {name: one for name, one in data["side"]["rates"].items() if name != "dds"}
    told = "endplay is not installed here"
    without = page(data | {"side": data["side"] | {"rates": rates, "absent": {"dds": told}}})
    assert f"A yardstick is missing: {told}." in without


@pytest.mark.parametrize(
    ("others", "told"),
    [
        (
            0.04,
            "had 0.04 cores on\naverage, and in no part more than 0.1: the machine was at",
        ),
        (0.4, "It was **not at rest** during some"),
        (None, "What other processes did on it meanwhile is not known."),
    ],
)
def test_whether_the_machine_was_at_rest_is_said(data, others, told):
    shown = page(data | {"rest": {"others": others, "parts": {"play": others, "games": 0.1}}})
    assert told in shown
    assert ("- the tricks alone: 0.4\n" in shown) is (others == 0.4)
    assert "- whole games:" not in shown


def test_others_have_what_the_processors_did_less_what_the_process_and_its_children_used(
    tmp_path, monkeypatch
):
    stat, now = tmp_path / "stat", SimpleNamespace(wall=100.0, own=(1.0, 2.0, 3.0, 4.0, 0.0))
    monkeypatch.setattr(time, "perf_counter", lambda: now.wall)
    monkeypatch.setattr(os, "times", lambda: now.own)
    monkeypatch.setattr(os, "sysconf", lambda _: 100, raising=False)

    def busy(user, idle):
        stat.write_text(f"cpu {user} 10 20 {idle} 99 1 2 3 50 0\ncpu0 1 2 3\n", encoding="ascii")

    busy(5000, 7)
    assert busy_of(stat) == 50.36
    rest = Rest(stat)
    busy(7000, 9000)
    now.wall, now.own = 110.0, (8.0, 3.0, 6.0, 5.0, 0.0)
    rest.end("play")
    now.wall = 120.0
    rest.end("games")
    assert rest.as_data() == {"others": 0.4, "parts": {"play": 0.8, "games": 0.0}}
    assert disturbed(rest.as_data()) == {"play": 0.8}


def test_where_the_system_does_not_tell_nothing_is_said_of_others(tmp_path):
    rest = Rest(tmp_path / "nothing")
    rest.end("play")
    assert rest.as_data() == {"others": None, "parts": {"play": None}}
    assert disturbed(rest.as_data()) == {}


def test_what_other_packages_play_is_called_different_games_or_said_to_be_missing(data):
    shown = page(data)
    others = set(data["side"]["rates"]) - {"kernel", "python", "leads"}
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
    game, lockstep = (
        prepare(load(variant).rules),
        CompiledModule("lhombre_core.kernel.compiled.play.lockstep"),
    )
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


def test_the_stages_that_are_timed_play_the_deals_that_are_played():
    kernel = Kernel(whole_game.task_of(load("french-1600s").rules, "thumb"))
    wanted = kernel.run_block(range(40), columns=True)
    with whole_game._timed() as times:
        found = kernel.run_block(range(40), columns=True)
    assert found.tally == wanted.tally
    for name, array in wanted.columns.arrays.items():
        assert array.tolist() == found.columns.arrays[name].tolist()
    stages = [times[stage] for stage, _ in whole_game.STAGES]
    assert all(seconds > 0 for seconds in stages)


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


def test_side_by_side_it_is_said_what_was_solved_what_is_another_game_and_what_is_missing():
    told = []
    yardsticks = SimpleNamespace(
        there={"skat-within": "open_spiel 1.6"},
        absent=dict.fromkeys(("bridge", "dds"), "nothing else is installed here"),
        acts={},
        read=lambda _name, _seconds: Reading(10, 2.0),
    )
    side.side_by_side("danish-club", Pace(0.001, 1), yardsticks, told.append)
    assert [line.split()[0] for line in told[:2]] == ["kernel", "python"]
    assert told[2].endswith(" a second, every card in sight, the opponents as one side")
    assert told[3].endswith(" 5 a second, open_spiel 1.6: a different game")
    assert told[4:] == ["not measured, since nothing else is installed here: bridge, dds"]


def test_the_solver_is_measured_with_a_word_on_what_it_knows(monkeypatch, capsys):
    found = {"variant": "danish-club", "assumes": "every card in sight", "solo": {}}
    found["solo"] = {"rate": 7000.0, "p99_ms": 1.5}
    monkeypatch.setattr("bench.solver.bench", lambda runs: found | {"runs": runs})
    command._solver(command._arguments([]), {})
    head, rate = capsys.readouterr().out.splitlines()
    assert head.endswith(": every card in sight")
    assert rate.split()[:2] == ["solo", "7,000"]


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


def test_what_a_command_shows_can_be_kept_and_one_that_fails_is_an_error(tmp_path):
    watched(["variants", "list", "--json"], shown=tmp_path / "shown", cores=1)
    assert "danish-club" in (tmp_path / "shown").read_text(encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        watched(["nonsense"])


def test_a_long_run_has_its_share_of_a_hundred_million_deals(monkeypatch):
    asked = []
    monkeypatch.setattr(
        start, "simulate", lambda _, deals: asked.append(deals) or Took(2.0, 3.0, 150.0)
    )
    found = [start.memory("danish-club", share) for share in (1.0, 5.0, 0.0667, 1e-9)]
    assert asked == [100_000_000, 100_000_000, 6_000_000, 1_000]
    assert found[2] == {
        "variant": "danish-club",
        "deals": 6_000_000,
        "seconds": 2.0,
        "processor": 3.0,
        "megabytes": 150.0,
    }


def test_memory_is_measured_of_the_variant_that_has_taken_most(monkeypatch):
    monkeypatch.setattr(
        start, "memory", lambda variant, share: {"deals": share, "megabytes": 1.0, "is": variant}
    )
    asked = command._arguments(["--seconds", "0.15"])
    many = [{"variant": "a", "megabytes": 9}, {"variant": "b", "megabytes": 10}]
    assert command._memory(asked, {"many": many}) == {"deals": 0.5, "megabytes": 1.0, "is": "b"}
    assert command._memory(asked, {})["is"] == variant_ids()[0]


def test_each_site_has_a_new_folder_and_the_second_finds_what_the_first_has_compiled(monkeypatch):
    seen = []

    def make(words, cache, cores):
        out = Path(words[words.index("--out") + 1])
        out.mkdir()
        (out / "index.html").touch()
        seen.append((out, cache, cores, words[-2:]))
        return Took(float(len(seen)), 1.0, 1.0)

    monkeypatch.setattr(start, "watched", make)
    found = start.site(lambda _: None)
    assert seen[0][0] != seen[1][0]
    assert seen[0][1] == seen[1][1]
    assert {(*one[2:3], *one[3]) for one in seen} == {(2, "--deals", "1000000")}
    assert found["pages"] == 1
    assert (found["ever"]["seconds"], found["warm"]["seconds"]) == (1.0, 2.0)


@pytest.mark.parametrize("differs", [False, True])
def test_ways_that_print_anything_else_are_found_and_the_command_fails(
    monkeypatch, capsys, differs
):
    def play(words, shown):
        shown.write_text("2" if differs and "2" in words else "1", encoding="utf-8")
        return Took(0.5, 1.0, 1.0)

    monkeypatch.setattr(way, "watched", play)
    monkeypatch.setattr(way, "find_spec", lambda _: None)
    assert command.main(["danish-club", "--parts", "ways"]) == differs
    told = capsys.readouterr().out
    assert (
        f"--jobs 1 0.50 s, --jobs 2 0.50 s: {'DIFFERENT' if differs else 'the same'} JSON" in told
    )
    assert "distributed is not installed here" in told


def test_all_leads_are_of_deals_that_were_not_solved_before(monkeypatch):
    game = prepare(load("danish-club").rules)
    seen, whole, work = [], lead.position, lead.all_leads(game)
    monkeypatch.setattr(lead, "position", lambda *asked: seen.append(asked) or whole(*asked))
    assert [work(2), work(1)] == [2, 1]
    assert [number for *_, number in seen] == [0, 1, 2]
    found = whole(*seen[2])
    best = max(strength(game, hand, suit) for hand in found.hands[:3] for suit in Suit)
    assert strength(game, found.hands[found.ombre], found.trump) == best
    assert (found.leader, found.remaining) == (0, 9)


def test_what_a_machine_owes_is_told_where_it_is_less(data):
    weaker = page(data | {"machine": data["machine"] | {"vectors": "AVX2"}})
    assert "| owed here | measured |" in weaker
    assert "| 10 M deals/s | 16 M | 5 M |" in weaker
    wider = page(data | {"machine": data["machine"] | {"vectors": "AVX-512"}})
    assert "owed here" not in wider
    assert "the opponents are one side" in wider


def test_every_part_has_a_name_on_the_page(data):
    parts = dict.fromkeys(command.PARTS, 0.5)
    shown = page(data | {"rest": {"others": 0.5, "parts": parts}})
    named = shown.partition("on an idle machine.\n\n")[2].partition("\n\n")[0].splitlines()
    assert len(named) == len(parts)
    assert not {line[2:].partition(":")[0] for line in named} & {"side", "play", "many", "ways"}
