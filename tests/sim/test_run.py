"""Runs of many deals: whole sessions, the same for any number of processes."""

import json

import pytest

from lhombre_core.bots.registry import make_bot
from lhombre_core.engine.money.session import close_deal, open_next
from lhombre_core.engine.money.session import start as start_session
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.state.state import begin
from lhombre_core.errors import UsageError
from lhombre_core.kernel.stream import deal, deal_key
from lhombre_core.notation import Seat
from lhombre_core.sim.count.tally import Tally
from lhombre_core.sim.play import choice
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.deal import deal_cards, play_deal
from lhombre_core.sim.play.reference import Reference, first_dealer
from lhombre_core.sim.run.simulation import run
from tests.engine.table import VARIANTS

FIXED = (
    "variant",
    "hash",
    "seed",
    "deals",
    "sessions",
    "bots",
    "contracts",
    "results",
    "counters",
)


def test_the_json_has_the_fixed_fields_and_its_counts_agree(resolved):
    found = run(resolved("danish-tournament"), 100, 5).as_dict()
    assert set(FIXED) <= set(found)
    assert found["deals"] == 120
    assert found["sessions"] == 4
    assert sum(found["results"].values()) == found["deals"]
    assert sum(found["contracts"].values()) == found["deals"] - found["void"]
    assert found["results"]["void"] == found["void"]
    assert list(found["contracts"]) == list(resolved("danish-tournament").rules.contracts)
    for own in found["by_contract"].values():
        assert sum(own["results"].values()) == own["deals"]
        assert own["counters"]["n"] == own["deals"]


def test_sessions_are_played_whole_until_the_deals_are_reached(resolved):
    assert run(resolved("danish-club"), 30, 1).tally.sessions == 1
    assert run(resolved("danish-club"), 31, 1).tally.sessions == 2


@pytest.mark.parametrize("variant", ["danish-club", "pierer-free"])
def test_two_processes_find_the_same_bytes_as_one(resolved, variant):
    """Sessions of thirty deals, and sessions whose length nobody knows beforehand."""
    rules = resolved(variant)
    alone = run(rules, 200, 11, ["random"])
    assert run(rules, 200, 11, ["random"], 2).as_json() == alone.as_json()


def test_the_outcome_does_not_depend_on_how_the_sessions_are_parted(resolved):
    rules = resolved("english-1800s").rules
    backend = Reference(Task(rules, 3, 4, ("random",) * 3))
    whole = backend.run_block(range(6)).tally
    parts = Tally()
    for block in (range(2), range(2, 3), range(3, 6)):
        parts.merge(backend.run_block(block).tally)
    assert parts.last_session == whole.last_session
    assert parts == whole


def test_a_block_ends_after_the_session_in_which_the_deals_are_reached(resolved):
    backend = Reference(Task(resolved("danish-club").rules, 3, 4, ("random",) * 3))
    assert backend.run_block(range(10), 31).tally.sessions == 2
    assert backend.run_block(range(10), 60).tally.sessions == 2


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(resolved):
    rules = resolved("english-1800s")
    assert run(rules, 60, 3).as_json() == run(rules, 60, 3).as_json()
    assert run(rules, 60, 3).as_json() != run(rules, 60, 4).as_json()


@pytest.mark.parametrize("bot", ["random", "thumb"])
def test_the_cards_are_the_same_under_every_variant(resolved, bot):
    """Whoever plays and whatever is played, the deal is that of seed, session and index."""
    for variant in VARIANTS:
        game = prepare(resolved(variant).rules)
        session = start_session(game, 3, first_dealer(9, 2, 3))
        bots = [make_bot(bot)] * 3
        for index in range(4):
            opened, _ = open_next(session)
            state = begin(game, session.seating, opened.money, session.index)
            state = deal_cards(state, 9, 2)
            wanted = deal(9, 2, index)
            assert state.dealt[:3] == wanted.hands
            assert state.talon == wanted.talon
            ended = play_deal(state, bots, deal_key(9, 2, index))
            session, _ = close_deal(opened, facts_of(ended))


def test_who_deals_first_is_found_by_lot_the_same_under_every_variant():
    found = [first_dealer(1, number, 3) for number in range(300)]
    assert found == [first_dealer(1, number, 3) for number in range(300)]
    assert all(80 < found.count(player) < 120 for player in range(3))


@pytest.mark.parametrize(("variant", "table"), [("danish-club", 4), ("pierer-free", 5)])
def test_at_a_larger_table_somebody_rests(resolved, variant, table):
    found = run(resolved(variant), 60, 2, ["random"], table=table).as_dict()
    assert found["table"] == table
    assert len(found["counters"]["by_player"]) == table
    resting = found["counters"]["by_seat"]["resting"]["n"]
    mort = found["counters"]["by_seat"].get("mort", {"n": 0})["n"]
    assert resting + mort == (table - 3) * found["deals"]


def test_each_player_has_a_bot_of_his_own(resolved):
    bots = ["thumb", "random", "thumb-cautious"]
    assert run(resolved("french-1600s"), 30, 1, bots).as_dict()["bots"] == bots


def test_readings_and_settings_are_said(resolved):
    found = run(resolved("danish-club", ["DA34=bet"]), 30, 1).as_dict()
    assert found["readings"] == ["DA34=bet"]
    assert found["hash"] != resolved("danish-club").hash


def test_counters_that_players_have_lie_nowhere_else(resolved):
    found = run(resolved("english-1800s"), 60, 1).as_dict()
    players = sum(spread["total"] for spread in found["counters"]["by_player"])
    assert players + found["counters"]["bank"]["total"] == 0


def test_the_numbers_that_change_hands_are_whole_in_json(resolved):
    text = run(resolved("pierer-pure"), 60, 1).as_json()
    assert json.loads(text)["counters"]["by_role"]["ombre"]["total"] is not None
    assert "NaN" not in text
    assert "Infinity" not in text


def test_how_far_a_run_has_come_is_told(resolved):
    told = []
    run(resolved("danish-club"), 90, 1, progress=lambda done, deals: told.append((done, deals)))
    assert told[0] == (0, 90)
    assert told[-1] == (90, 90)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_tally_is_the_same_after_it_was_written_and_read(resolved):
    tally = run(resolved("pierer-free"), 60, 1, ["random"]).tally
    tally.bank.add(-(10**400))
    assert Tally.from_data(json.loads(json.dumps(tally.as_data()))) == tally


def test_the_text_of_a_tally_does_not_depend_on_the_order_of_its_parts(resolved):
    backend = Reference(Task(resolved("pierer-free").rules, 3, 4, ("random",) * 3))
    parts = [backend.run_block(range(number, number + 1)).tally for number in range(2)]
    texts = set()
    for order in (parts, parts[::-1]):
        tally = Tally()
        for part in order:
            tally.merge(part)
        tally.last_session = 0
        texts.add(json.dumps(tally.as_data()))
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 0}, "0 deals cannot be played"),
        ({"bots": ["thumb", "random"]}, "2 bots are named; expected one, or 3"),
        ({"bots": ["thump"]}, "unknown bot 'thump'"),
        ({"deals": 2**40 + 1}, "1099511627777 deals cannot be played; expected 1 to 1,099,"),
        ({"jobs": -1}, "-1 processes cannot work"),
        ({"jobs": 0}, "0 processes cannot work; expected 1 to 1000, or auto"),
        ({"table": 4}, "4 cannot be at the table"),
        ({"table": 2**63}, "9223372036854775808 cannot be at the table; expected 3"),
        ({"table": 2**40, "bots": ["thumb"]}, "1099511627776 cannot be at the table"),
        ({"seed": -1}, "the seed -1 is out of range"),
    ],
)
def test_what_cannot_be_run_is_told_in_a_sentence(resolved, changes, message):
    wanted = {"deals": 30, "seed": 1} | changes
    with pytest.raises(UsageError) as caught:
        run(resolved("english-1800s"), **wanted)
    assert message in str(caught.value)


def test_threads_that_cannot_work_are_called_threads(resolved, monkeypatch):
    monkeypatch.setattr(choice, "_FEW_UNCOMPILED", 0)
    with pytest.raises(UsageError, match=r"^0 threads cannot work; expected 1 to 1000, or auto"):
        run(resolved("english-1800s"), 1000, 1, jobs=0)


def test_an_own_bot_plays_in_other_processes_too(resolved, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    source = "class Low:\n    def choose(self, view, actions, draw):\n        return 0\n"
    (tmp_path / "lowest_bot.py").write_text(source, encoding="utf-8")
    names = ["lowest_bot:Low"]
    alone = run(resolved("danish-club"), 60, 1, names, folder=tmp_path)
    assert alone.as_dict()["void"] == 60
    both = run(resolved("danish-club"), 60, 1, names, 2, folder=tmp_path)
    assert both.as_json() == alone.as_json()


def test_a_seat_is_asked_only_where_it_has_a_choice(resolved):
    """But each time it acts is one of its decisions."""

    class Curious:
        def __init__(self):
            self.asked = []

        def choose(self, view, actions, draw):
            assert len(actions) > 1
            self.asked.append((view.seat, draw._name & 0xFF))
            return 0

    bots = [Curious() for _ in range(3)]
    game = prepare(resolved("danish-club").rules)
    state = deal_cards(begin(game, start_session(game, 3).seating), 1, 0)
    play_deal(state, bots, deal_key(1, 0, 0))
    assert [bot.asked[0] for bot in bots] == [
        (Seat.BACKHAND, 0),
        (Seat.FOREHAND, 0),
        (Seat.MIDDLEHAND, 0),
    ]
