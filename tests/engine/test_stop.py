"""Play stops as soon as nothing can change, and no sooner."""

import random
from dataclasses import replace

import pytest

from lhombre_core.engine.deal import apply_action, legal_actions
from lhombre_core.engine.phase.stop import First, Split, example_facts, is_fixed, signature
from lhombre_core.engine.phase.trick import split_of
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.state import Phase, VoleStatus
from lhombre_core.notation import Seat
from tests.engine.script import Script
from tests.engine.table import VARIANTS, chooser, dealt, sizes


def endings(game, facts, seats, rng, number=12):
    """Return what some ways to split the remaining tricks would settle."""
    left = 9 - len(facts.winners)
    signatures = set()
    for _ in range(number):
        more = tuple(rng.choice(seats) for _ in range(left))
        winners = facts.winners + more
        tricks = tuple(winners.count(seat) for seat in range(4))
        signatures.add(signature(game, replace(facts, winners=winners, tricks=tricks)))
    return signatures


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_where_play_stops_every_split_of_the_rest_settles_alike(game, variant, seed):
    ready = game(variant)
    rng = random.Random(seed)  # noqa: S311  seeded: a test repeats itself
    for index, players in enumerate(sizes(ready) * 30):
        state = dealt(ready, 1000 * seed + index, players)
        choose = chooser(index)
        while state.actor is not None:
            before, state = state, apply_action(state, choose(state, legal_actions(state)))
        facts = facts_of(state)
        if before.phase is not Phase.PLAY or facts.stopped or facts.conceded or state.play is None:
            continue
        seats = [Seat(seat) for seat in state.play.order]
        assert len(endings(ready, facts, seats, rng)) == 1
        assert signature(ready, facts) in endings(ready, facts, seats, rng)


@pytest.mark.parametrize("variant", VARIANTS)
def test_play_goes_on_while_a_split_of_the_rest_can_settle_otherwise(game, variant):
    ready = game(variant)
    for index in range(8):
        state = dealt(ready, index)
        choose = chooser(index, passing=0.3)
        while state.actor is not None:
            play = state.play
            trick = play is not None and state.phase is Phase.PLAY and not play.cards
            if trick and play.vole is not VoleStatus.OPEN and len(play.winners) > 2:
                split = split_of(state, play)
                assert not is_fixed(ready, split)
                assert len(complete(ready, split)) > 1
            state = apply_action(state, choose(state, legal_actions(state)))


def complete(game, split):
    """Return the signatures of all ways to split the remaining tricks, each asked by itself."""
    if sum(split.tricks) == 9:
        return {signature(game, example_facts(split))}
    seats = range(4 if split.four else 3)
    return set().union(*(complete(game, split.after(seat)) for seat in seats))


def test_the_first_five_tricks_are_of_one_side_or_mixed():
    split = Split("spil", 0, 0, None, False, False, (0, 0, 0, 0), First.OPPONENTS)
    assert split.after(0).first is First.OMBRE
    assert split.after(2).first is First.OPPONENTS
    assert split.after(0).after(1).first is First.MIXED
    five = split._replace(tricks=(5, 0, 0, 0), first=First.OMBRE)
    assert five.after(1).first is First.OMBRE


def test_a_contract_of_no_trick_that_pays_by_the_trick_is_played_out_to_its_cap(game):
    ready = game("danish-tariff")
    split = Split("kobe-nolo", 0, 0, None, False, False, (2, 3, 0, 0), First.MIXED)
    assert not is_fixed(ready, split)
    assert is_fixed(game("danish-tariff", ("DA22=flat",)), split)


def test_play_goes_to_the_ninth_trick_where_the_variant_says_so(game):
    hands = {"F": "SA H7 CA HA HK HQ HJ H2 D7", "M": "DK DQ", "B": "DJ"}
    lines = [
        "F solo; M pass; B pass; F names H; M discards 0; B discards 0",
        "F plays D7; M plays DK; B plays DJ; M plays DQ; B plays D2; F plays H2; F wins 4",
    ]
    Script(game("danish-club"), hands=hands).run([*lines, "expect over"])
    played_out = Script(game("danish-club", ("DA23=play-out",)), hands=hands)
    played_out.run([*lines, "expect not over; F wins 3; expect over; expect tricks is 8-1-0-0"])


def test_the_loser_of_the_first_five_tricks_plays_on_where_more_can_be_lost(game):
    ready = game("english-1800s")
    lost = Split("solo", 0, 0, None, False, False, (0, 5, 0, 0), First.OPPONENTS)
    assert is_fixed(ready, lost)
    open_result = Split("solo", 0, 0, None, False, False, (0, 3, 2, 0), First.OPPONENTS)
    assert not is_fixed(ready, open_result)
