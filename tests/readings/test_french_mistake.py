"""What each reading of the French game makes of a mistake that a record declares."""

from dataclasses import replace

import pytest

from lhombre_core.cards import Card, cards_of, hand_of
from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.record import record_deal
from lhombre_core.engine.replay import UnclearError, replay
from lhombre_core.engine.state.action import CHANCE, Discard
from lhombre_core.engine.why.explanation import explain
from lhombre_core.errors import IllegalAction
from lhombre_core.language.record.reading import read
from lhombre_core.language.record.text import write
from lhombre_core.notation import Seat
from lhombre_core.rules.record import Drawn
from tests.engine.table import record_single
from tests.readings.point import (
    actor,
    game_under,
    paid,
    readings,
    told,
)

ID = "french-1600s"
JOUER = "F jouer; M pass; B pass; F names H"
ALONE = "F sans-prendre; M pass; B pass; F names H"
POT = {"pot": 21}


def settled(game, **case):
    """Return what is paid and what the pot holds after, of a deal for a pot of 21."""
    found = paid(game, **({"pools": POT, "contract": "jouer", "run": 0} | case))
    return (*found.pays, found.pools["pot"])


# --- mistakes ----------------------------------------------------------------------------------


def charged(game, *irregular):
    """Return what each pays of a deal won, a record having declared irregular acts."""
    acts = [{"offence": offence, "seat": seat, **more} for offence, seat, more in irregular]
    try:
        return settled(game, tricks="5-2-2", irregular=acts)
    except IllegalAction:
        return "refused"


@readings(
    "FR17.drawn",
    {
        "engine-forbids": ("refused", "refused", "refused"),
        "bete": ((21, 0, -21, 21), (21, 0, -21, 21), (21, 0, 0, 0)),
        "none-if-unseen": ((21, 0, -21, 21), (21, 0, 0, 0), (21, 0, 0, 0)),
    },
)
def test_too_many_cards_drawn_cost_a_bete_and_too_few_nothing(game, expected):
    too_many = charged(game, ("wrong-draw", "backhand", {}))
    unseen = charged(game, ("wrong-draw", "backhand", {"seen": False}))
    too_few = charged(game, ("wrong-draw", "backhand", {"count": -1}))
    assert (too_many, unseen, too_few) == expected


WRONG = "wrong-draw"
DRAWN = ("FR17.drawn=bete",)


def drawn_wrong(game, seat, *lines, hands=None, talon="", **act):
    """Return a deal in which a seat draws one too many, `count` more or as many fewer."""
    irregular = [{"offence": WRONG, "seat": seat, **act}]
    return told(game, JOUER, *lines, irregular=irregular, hands=hands, talon=talon)


def next_after_draw(game, **act):
    try:
        return actor(drawn_wrong(game, "forehand", "F discards 3", **act))
    except IllegalAction:
        return "refused"


@readings(
    "FR17.drawn",
    {
        "engine-forbids": ("refused", "refused", "refused"),
        "bete": ("chance", "chance", "M"),
        "none-if-unseen": ("chance", "M", "M"),
    },
)
def test_chance_takes_a_card_that_was_drawn_too_many_and_looked_at(game, expected):
    found = [next_after_draw(game, **act) for act in ({}, {"seen": False}, {"count": -1})]
    assert tuple(found) == expected


@pytest.mark.parametrize("seat", ["forehand", "middlehand", "backhand"])
def test_the_surplus_is_drawn_and_taken_before_the_next_player_exchanges(seat):
    script = drawn_wrong(game_under(ID, DRAWN), seat)
    letter = seat[0].upper()
    for each in "FMB":
        script.run([f"{each} discards 3"])
        if each == letter:
            script.run([f"expect {letter} drew 4; expect {letter} holds 10"])
            assert script.state.actor == CHANCE
            assert len(legal_actions(script.state)) == 10
            script.run([f"chance takes {a_card(script, seat)}"])
        script.run([f"expect {each} holds 9"])
    script.run(["expect talon is 3; expect F to act; play ends; expect over"])


def a_card(script, seat):
    return next(iter(cards_of(script.state.hands[Seat[seat.upper()]]))).name


def test_nobody_chooses_which_card_too_many_is_taken():
    script = drawn_wrong(game_under(ID, DRAWN), "forehand", "F discards 3")
    refused = explain(script.state, Discard(hand_of(cards_of(script.state.hands[0])[:2])))
    assert (refused.legal, refused.rule) == (False, "irregularities.wrong_draw")


def test_no_more_is_drawn_too_many_than_the_talon_has():
    script = drawn_wrong(game_under(ID, DRAWN), "backhand", "F discards 9; M discards 4")
    script.run(["B discards 0; expect B holds 9; expect B drew 0; expect F to act"])


def surplus_taken(card):
    """Return the record of a deal in which a card was taken from the backhand, who drew four."""
    script = drawn_wrong(
        game_under(ID, DRAWN),
        "backhand",
        "F discards 3; M discards 0; B discards D4 D5 D6",
        hands={"F": "SA", "B": "D4 D5 D6 D7"},
        talon="C2 C3 C4 S2 S3 S4 S5",
    )
    return record_deal(script.run([f"chance takes {card}; play ends"]).state)


def without_talon(deal):
    return replace(deal, talon=None, hands={})


@pytest.mark.parametrize("card", ["S3", "D7"])
@pytest.mark.parametrize("known", [lambda deal: deal, without_talon])
@pytest.mark.parametrize("said", [True, False])
def test_a_record_of_a_card_too_many_is_replayed_with_the_card_that_was_taken(card, known, said):
    game = game_under(ID, DRAWN)
    deal = surplus_taken(card)
    assert (deal.exchange[2].number, deal.exchange[3].discards) == (4, (Card[card],))
    deal = known(deal)
    if not said:
        deal = replace(deal, exchange=deal.exchange[:3])
    record = record_single(ID, deal, readings=DRAWN)
    assert read(write(record)).record == record
    verdict = replay(game, record)
    assert verdict.legal, verdict.deals[0].fault
    assert verdict.deals[0].ended


def replayed(deal):
    return replay(game_under(ID, DRAWN), record_single(ID, deal, readings=DRAWN)).deals[0]


@pytest.mark.parametrize("change", [{"number": 1}, {"discards": (Card.D7, Card.S3)}])
def test_as_many_cards_are_taken_as_were_drawn_too_many(change):
    deal = surplus_taken("S3")
    wrong = replace(deal.exchange[3], **change)
    deal = replace(deal, exchange=(*deal.exchange[:3], wrong))
    with pytest.raises(UnclearError, match="the backhand has drawn 1 too many: as many are taken"):
        replayed(deal)


def test_the_card_that_was_taken_cannot_be_played():
    deal = surplus_taken("S3")
    own = [move for move in deal.play if move.card is not None][2]
    play = tuple(replace(move, card=Card.S3) if move is own else move for move in deal.play)
    assert replayed(replace(deal, play=play, tricks={})).fault.section == "play"


def test_a_card_too_many_counts_among_the_numbers_that_may_be_drawn():
    script = drawn_wrong(game_under(ID, DRAWN), "forehand", "F discards 9", talon="C2")
    state = script.run(["chance takes C2; M discards 0; B discards 0"]).state
    deal = replace(record_deal(state), tricks={})
    numbers = tuple(Drawn(Seat(seat), number) for seat, number in enumerate((10, 0, 0)))
    for exchange in (deal.exchange, numbers):
        assert replayed(replace(deal, exchange=exchange)).legal
    undeclared = replayed(replace(deal, exchange=numbers, irregularities=()))
    assert undeclared.fault.rule == "contracts.jouer.exchange.most"


@readings(
    "FR17.revokes",
    {
        "engine-forbids": ("refused", "refused"),
        "one-bete-each": ((21, -63, 0, 63), (-63, 0, 0, 84)),
        "one-if-found-late": ((21, -42, 0, 42), (-42, 0, 0, 63)),
    },
)
def test_every_revoke_costs_a_bete_or_all_that_are_found_late_cost_one(game, expected):
    late = ("revoke", "middlehand", {"count": 2, "late": True})
    found = charged(game, late, ("revoke", "middlehand", {}))
    own = "refused"
    if found != "refused":
        acts = [{"offence": "revoke", "seat": "forehand", "late": True}] * 2
        own = settled(game, tricks="4-4-1", irregular=acts)
    assert (found, own) == expected


LONG, SHORT = "too-many-cards", "too-few-cards"


def misdealt(game, offence, seat, *lines, **deal):
    return told(game, *lines, irregular=[{"offence": offence, "seat": seat}], **deal)


@readings("FR17.dealt", {"engine-forbids": ("-", "-"), "notice-before-play": ("F", "F")})
def test_ten_or_eight_cards_are_thrown_in_or_stand_with_notice(game, expected):
    found = tuple(actor(misdealt(game, offence, "middlehand")) for offence in (LONG, SHORT))
    assert found == expected


NOTICE = ("FR17.dealt=notice-before-play",)


@pytest.mark.parametrize(("offence", "drawn"), [(LONG, 2), (SHORT, 4)])
@pytest.mark.parametrize("seat", ["forehand", "middlehand", "backhand"])
def test_with_notice_ten_cards_draw_one_fewer_and_eight_one_more(offence, drawn, seat):
    script = misdealt(game_under(ID, NOTICE), offence, seat, JOUER)
    for letter in "FMB":
        script.run([f"{letter} discards 3; expect {letter} holds 9"])
    letter = seat[0].upper()
    script.run([f"expect {letter} drew {drawn}; expect F to act"])


def test_without_exchange_a_card_of_the_ten_is_left_to_chance():
    script = misdealt(game_under(ID, NOTICE), LONG, "forehand", ALONE, hands={"F": "D2 D3"})
    assert script.state.actor == CHANCE
    assert len(legal_actions(script.state)) == 10
    script.run(["chance takes D3; expect F holds 9; expect M may discard 0 to 9"])


def test_without_exchange_eight_cards_draw_the_ninth():
    script = misdealt(game_under(ID, NOTICE), SHORT, "forehand", ALONE, talon="D2")
    script.run(["expect F may discard 0; F discards 0; expect F drew 1; expect F holds 9"])
    assert script.state.talon[0] != script.state.hands[0]


@pytest.mark.parametrize("said", [True, False])
def test_a_record_may_say_which_of_ten_cards_chance_has_taken(said):
    game = game_under(ID, NOTICE)
    script = misdealt(game, LONG, "forehand", ALONE, "chance takes D3", hands={"F": "D2 D3"})
    told_of = record_deal(script.run(["play ends"]).state)
    taken, *others = told_of.exchange
    assert (taken.seat, taken.number, taken.discards) == (Seat.FOREHAND, 0, (Card.D3,))
    if not said:
        told_of = replace(told_of, exchange=tuple(others))
    verdict = replay(game, record_single(ID, told_of, readings=NOTICE))
    assert verdict.legal, verdict.deals[0].fault


def test_chance_takes_one_card_and_its_holder_draws_none():
    game = game_under(ID, NOTICE)
    script = misdealt(game, LONG, "forehand", ALONE, "chance takes D3", hands={"F": "D2 D3"})
    told_of = record_deal(script.run(["play ends"]).state)
    wrong = replace(told_of.exchange[0], number=None, discards=(Card.D2, Card.D3))
    told_of = replace(told_of, exchange=(wrong, *told_of.exchange[1:]), play=())
    fault = replay(game, record_single(ID, told_of, readings=NOTICE)).deals[0].fault
    assert fault.rule == "contracts.sans-prendre.exchange.most"


@pytest.mark.parametrize("offence", [LONG, SHORT])
def test_the_dealer_who_dealt_wrong_may_not_be_ombre_not_even_by_force(offence):
    rule = "long_deal" if offence == LONG else "short_deal"
    game = game_under(ID, (*NOTICE, "FR05=holder-plays", "FR19=yes"))
    script = misdealt(game, offence, "forehand", "F pass; M pass", hands={"B": "SA"})
    for bid in ("jouer", "sans-prendre", "vole"):
        script.run([f"expect B may not say {bid} (irregularities.{rule})"])
    script.run(["B pass; expect over; expect all pass"])
    holder = misdealt(game, offence, "forehand", "F pass; M pass; B pass", hands={"M": "SA"})
    holder.run(["expect ombre is M"])


@pytest.mark.parametrize("offence", [LONG, SHORT])
def test_the_dealer_of_whose_mistake_nobody_has_given_notice_may_be_ombre(offence):
    act = [{"offence": offence, "seat": "forehand", "notice": False}]
    script = told(game_under(ID, NOTICE), "F pass; M pass", irregular=act)
    script.run(["B jouer; expect ombre is B"])
    forced = game_under(ID, (*NOTICE, "FR05=holder-plays"))
    told(forced, "F pass; M pass; B pass", irregular=act, hands={"B": "SA"}).run(
        ["expect ombre is B"]
    )


@pytest.mark.parametrize("offence", [LONG, SHORT])
def test_without_notice_the_hand_is_made_nine_all_the_same(offence):
    act = [{"offence": offence, "seat": "middlehand", "notice": False}]
    script = told(game_under(ID, NOTICE), JOUER, irregular=act)
    script.run(["F discards 3; M discards 3; expect M holds 9"])


@pytest.mark.parametrize("offence", [LONG, SHORT])
def test_who_gave_no_notice_lays_a_bete_besides(offence):
    game = game_under(ID, NOTICE)
    silent = (offence, "middlehand", {"notice": False})
    assert charged(game, silent) == (21, -21, 0, 21)
    assert charged(game, (offence, "middlehand", {})) == (21, 0, 0, 0)
    lost = [{"offence": offence, "seat": "forehand", "notice": False}]
    assert settled(game, tricks="4-4-1", irregular=lost) == (-42, 0, 0, 63)
