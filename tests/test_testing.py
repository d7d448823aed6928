"""The checkers that users run on their variants and bots: sound ones pass, seeded faults do not."""

import random
from dataclasses import replace

import pytest

from lhombre_core.bots import BUILT_IN, make_bot
from lhombre_core.engine import Phase, Why, apply_action, information_state, legal_actions, prepare
from lhombre_core.engine.money.session import close_deal
from lhombre_core.errors import MissingNumber
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.notation import Seat
from lhombre_core.testing import check_bot, check_variant, examine, redealt, seen
from lhombre_core.testing.table import new_session, states
from lhombre_core.testing.variant import _choose

VARIANT = "lhombre_core.testing.variant"
TABLE = "lhombre_core.testing.table"


@pytest.fixture(scope="module")
def english():
    return load("english-1800s")


@pytest.fixture(scope="module")
def open_nolo():
    """A variant in which a hand may lie open, with an ace shown at the bid."""
    return load("danish-club", readings=["DA27=with-bid", "DA20=after-declarers-first-card"])


# --- what is sound passes ----------------------------------------------------------------------


@pytest.mark.parametrize("variant", variant_ids())
def test_nothing_is_wrong_with_a_variant(variant):
    assert check_variant(load(variant), 16) == []


@pytest.mark.parametrize(
    ("variant", "readings"),
    [
        ("french-1600s", ("FR15=last-exchanger-may-look", "FR10=leave-five")),
        ("english-1800s", ("EN18=turned-up", "EN15.consent=always")),
        ("danish-club", ("DA27=with-bid", "DA20=after-declarers-first-card")),
        ("pierer-free", ("GE26=not-taken", "GE10.trigger=against-declarer")),
    ],
)
def test_nothing_is_wrong_with_readings_by_which_more_is_seen(variant, readings):
    assert check_variant(load(variant, readings), 12) == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", variant_ids())
def test_nothing_is_wrong_with_a_variant_in_many_deals(variant):
    assert check_variant(load(variant), 600, seed=2) == []


@pytest.mark.parametrize("variant", variant_ids())
@pytest.mark.parametrize("name", BUILT_IN)
def test_nothing_is_wrong_with_a_built_in_bot(name, variant):
    assert check_bot(make_bot(name), load(variant), 8) == []


def test_the_same_call_finds_the_same(english):
    assert check_bot(Drawing(), english, 4) == check_bot(Drawing(), english, 4)


# --- a variant that is not played as it should -------------------------------------------------


def only(findings):
    assert len(findings) == 1, findings
    return findings[0]


def leaks(monkeypatch, of):
    """Let every information state have other contents, made of the state."""

    def leaking(state, seat):
        return information_state(state, seat)._replace(**of(state, seat))

    monkeypatch.setattr(f"{VARIANT}.information_state", leaking)


LEAKS = {
    "hand": lambda state, seat: {"hand": state.hands[(seat + 1) % 3]},
    "rest": lambda state, _: {"rest": state.talon[:1]},
    "history": lambda state, _: {"history": state.history},
    "exposed": lambda state, _: {"exposed": tuple(enumerate(state.hands))},
    "shown": lambda state, _: {"shown": ((Seat(1), state.dealt[1] & 1),)},
}


@pytest.mark.parametrize("field", LEAKS)
def test_a_seat_that_sees_what_it_may_not_is_found(monkeypatch, english, field):
    leaks(monkeypatch, LEAKS[field])
    finding = only(check_variant(english, 2))
    assert f"the information state's {field} is another" in finding


def test_a_hand_that_lies_open_too_early_is_found(monkeypatch, open_nolo):
    def early(state, seat):
        it = state.undertaking
        return {} if it is None else {"exposed": ((Seat(it.ombre), state.hands[it.ombre]),)}

    leaks(monkeypatch, early)
    assert "the information state's exposed is another" in only(check_variant(open_nolo, 6))


def test_legal_acts_by_which_a_hidden_card_shows_are_found(monkeypatch, english):
    def telling(state):
        actions = legal_actions(state)
        next_hand = state.hands[(state.actor or 0) + 1 & 1]
        return actions[:1] if state.phase is Phase.AUCTION and next_hand & 1 else actions

    monkeypatch.setattr(f"{VARIANT}.legal_actions", telling)
    assert "may do depends on cards it has not seen" in only(check_variant(english, 4))


def test_an_explanation_that_says_otherwise_is_found(monkeypatch, english):
    yes = Why(legal=True, rule="play.follow", reason="so", message="It may be done.")
    monkeypatch.setattr(f"{VARIANT}.explain", lambda *_: yes)
    finding = only(examine(english, 1))
    assert "is explained as legal, but it is not so: It may be done." in finding.message
    assert (finding.rule, finding.place.seed, finding.place.session) == ("play.follow", 1, 0)
    assert finding.times > 10


def test_an_explanation_by_a_rule_that_is_not_there_is_found(monkeypatch, english):
    def elsewhere(state, action):
        legal = action in legal_actions(state)
        return Why(legal=legal, rule="play.luck", reason="so", message="So it is.")

    monkeypatch.setattr(f"{VARIANT}.explain", elsewhere)
    assert only(check_variant(english, 1)).endswith("by a rule that there is not (play.luck)")


def test_a_player_who_may_do_nothing_is_found(monkeypatch, english):
    def nothing_in_play(state):
        return () if state.phase is Phase.PLAY else legal_actions(state)

    monkeypatch.setattr(f"{TABLE}.legal_actions", nothing_in_play)
    assert "forehand is to act and may do nothing" in only(check_variant(english, 3))


def test_a_card_that_is_lost_is_found(monkeypatch, english):
    def losing(state, action):
        after = apply_action(state, action)
        return after._replace(talon=after.talon[:-1])

    monkeypatch.setattr(f"{TABLE}.apply_action", losing)
    assert "a card has vanished" in only(check_variant(english, 3))


def test_a_counter_from_nowhere_is_found(monkeypatch, english):
    def generous(session, facts):
        after, lines = close_deal(session, facts)
        first, *others = after.money.balances
        return replace(after, money=replace(after.money, balances=(first + 1, *others))), lines

    monkeypatch.setattr(f"{VARIANT}.close_deal", generous)
    finding = only(check_variant(english, 3))
    assert "after the settlement 1 counters have appeared from nowhere (settlement)" in finding
    assert finding.endswith("3 times in all")


def test_a_pool_that_is_overdrawn_is_found(monkeypatch, english):
    def overdrawing(session, facts):
        after, lines = close_deal(session, facts)
        (name, lots), *others = after.money.pools
        lots = (*lots, replace(lots[0], amount=-7), replace(lots[0], amount=7)) if lots else lots
        return replace(after, money=replace(after.money, pools=((name, lots), *others))), lines

    monkeypatch.setattr(f"{VARIANT}.close_deal", overdrawing)
    found = check_variant(english, 8)
    assert any("the pool pot holds less than nothing (stakes.pools.pot)" in line for line in found)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MissingNumber("run", "settlement.win"), "the deal cannot go on: "),
        (ZeroDivisionError("by zero"), "the deal cannot go on: ZeroDivisionError: by zero"),
    ],
)
def test_a_deal_that_cannot_be_settled_is_found(monkeypatch, english, error, said):
    def failing(session, facts):
        raise error

    monkeypatch.setattr(f"{VARIANT}.close_deal", failing)
    assert said in only(check_variant(english, 2))


# --- a bot that does not keep its word ---------------------------------------------------------


class Drawing:
    """Sound; its heirs are so but for one thing."""

    def choose(self, view, actions, draw):
        return draw(len(actions))


class Answering(Drawing):
    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, actions, draw):
        return self.answer(view, actions, draw)


class Counting(Drawing):
    """Remembers how often it was asked."""

    asked = 0

    def choose(self, view, actions, draw):
        self.asked += 1
        return self.asked % len(actions)


class Learning(Drawing):
    """Remembers what has been played, but not how often it was asked."""

    def __init__(self):
        self.sessions = set()

    def choose(self, view, actions, draw):
        self.sessions.add(view.information.deal_index)
        return len(self.sessions) % len(actions)


class Chancing(Drawing):
    """Has a chance of its own."""

    def __init__(self):
        self.rng = random.Random(1)  # noqa: S311  that is what is wrong with it

    def choose(self, view, actions, draw):
        return self.rng.randrange(len(actions))


def failing(view, actions, draw):
    raise RuntimeError("no idea")


def peeping(view, actions, draw):
    return view._state.hands[(view.seat + 1) % 3].bit_length() % len(actions)


def greedy(view, actions, draw):
    money = view._state.money
    return (sum(money.held(pool) for pool, _ in money.pools) // 7) % len(actions)


BOTS = {
    "answers 99999; expected a number from 0 to": Answering(lambda *_: 99999),
    "answers -1; expected a number from 0 to": Answering(lambda *_: -1),
    "answers 'None'; expected the number of an act": Answering(lambda *_: None),
    "answers '1.0'; expected the number of an act": Answering(lambda *_: 1.0),
    "fails: RuntimeError: no idea": Answering(failing),
    "draws one of '0'; expected a number from 1": Answering(lambda _, __, draw: draw(0)),
    "depends on cards that its seat has not seen": Answering(peeping),
    "depends on what players and pools hold": Answering(greedy),
    "answers otherwise when it is asked again and draws the same": Counting(),
    "expected no memory from deal to deal": Learning(),
}


@pytest.mark.parametrize("fault", BOTS)
def test_what_a_bot_does_wrong_is_told(english, fault):
    found = check_bot(BOTS[fault], english, 6)
    assert any(fault in line for line in found), found


def test_a_bot_with_a_chance_of_its_own_is_found(english):
    assert any("when it is asked again" in line for line in check_bot(Chancing(), english, 4))


def test_a_bot_that_draws_is_sound(english):
    assert check_bot(Drawing(), english, 6) == []


def test_a_bot_may_be_allowed_to_read_pools(english):
    assert check_bot(Answering(greedy), english, 6, reads_pools=True) == []


def test_a_fault_is_told_once_with_the_number_of_times(english):
    line = only(check_bot(Answering(failing), english, 2))
    assert line.startswith("seed 1, 3 at the table, session 0, deal 0, after 1 acts: the bot fails")
    assert line.endswith("times in all")


# --- what a seat has seen ----------------------------------------------------------------------


def test_cards_that_are_dealt_otherwise_are_those_a_seat_has_not_seen(english):
    session = new_session(prepare(english.rules), 3, 1, 0)
    for state, _ in states(session, 1, 0, _choose):
        for seat in Seat:
            other = redealt(state, seat, 5)
            known = seen(state, seat)
            assert seen(other, seat) == known
            for here, there in zip(state.hands, other.hands, strict=True):
                assert here & known == there & known
                assert here.bit_count() == there.bit_count()
            if seat == Seat.RESTING and state.phase is Phase.AUCTION:
                assert known == 0
                assert other.hands != state.hands
