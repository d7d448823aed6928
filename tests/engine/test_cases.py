"""The worked cases of cards, seats, auction, play, exchange, giving up and vole."""

import pytest

from lhombre_core.cards import Suit, cards_of
from lhombre_core.engine.phase.auction import refusal, speak
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.call import read_call
from lhombre_core.engine.state.seating import next_dealer, seat_players
from lhombre_core.engine.state.state import AuctionState
from lhombre_core.engine.why.auction_ruling import rule_auction
from lhombre_core.engine.why.ruling import card_why
from lhombre_core.notation import Seat, format_cards, parse_cards, parse_hand, parse_suit
from lhombre_core.rules.data.path import value_at
from tests.cases.sheet import TABLE, checks
from tests.engine.script import LETTERS, Script, deal_of


def _checks():
    for number, (name, check) in enumerate(checks()):
        if set(check) & TABLE:
            for variant in check["variants"]:
                yield pytest.param(variant, check, id=f"{name}-{number}-{variant}")


@pytest.mark.parametrize(("variant", "case"), list(_checks()))
def test_the_engine_decides_the_worked_case_as_the_sheet_does(game, variant, case):
    case = dict(case)
    ready = game(variant, case.pop("readings", ()))
    done = False
    for kind, check in CHECKS.items():
        if kind in case:
            check(ready, case)
            done = True
    assert done, f"nothing is checked: {case}"


def _trump(word):
    return None if word == "none" else parse_suit(word)


def _pack(game, case):
    cards = [card for suit in game.ranking(Suit.H).sequences for card in suit]
    assert len(set(cards)) == len(cards) == case["pack"]
    assert game.rules.cards.out == "8 9 10"


def _trumps(game, case):
    for suit, number in case["trumps"].items():
        assert len(game.ranking(parse_suit(suit)).trumps) == number


def _order(game, case):
    for suit, cards in case["order"].items():
        assert format_cards(game.ranking(parse_suit(suit)).trumps) == cards


def _matadors(game, case):
    for suit, cards in case["matadors"].items():
        assert format_cards(game.matadors(parse_suit(suit))) == cards


def _descending(game, case):
    ranking = game.ranking(_trump(case["trump"]))
    cards = parse_cards(case["descending"])
    assert len({ranking.effective_suit(card) for card in cards}) == 1
    assert sorted(cards, key=ranking.strength, reverse=True) == list(cards)


def _lowest(game, case):
    ranking = game.ranking(_trump(case["trump"]))
    for card in parse_cards(case["lowest"]):
        assert ranking.strength(card) == 0


def _trick(game, case):
    cards = parse_cards(case["trick"])
    winner = game.ranking(_trump(case["trump"])).winner(cards)
    assert cards[winner].name == case["wins"]


def _dealt(game, case):
    dealt = Script(game).state
    assert [hand.bit_count() for hand in dealt.hands[:3]] + [len(dealt.talon)] == case["dealt"]
    assert game.rules.deal.talon == case["dealt"][3]


def _seats(game, case):
    players, dealer = case["seats"]["players"], case["seats"]["dealer"]
    seating = seat_players(game.rules.table, players, dealer)
    assert list(seating.active) == [case["seats"][seat] for seat in "FMB"]
    assert list(seating.resting) == case["seats"].get("rests", [])
    if "next" in case["seats"]:
        assert next_dealer(game.rules.table, players, dealer) == case["seats"]["next"]


def _resting(game, case):
    players, deals = case["resting"]["players"], case["resting"]["deals"]
    dealer, rests = 0, dict.fromkeys(range(players), 0)
    for _ in range(deals):
        for player in seat_players(game.rules.table, players, dealer).resting:
            rests[player] += 1
        dealer = next_dealer(game.rules.table, players, dealer)
    assert set(rests.values()) == {case["resting"]["each"]}


def _rule(game, case):
    for path, value in case["rule"].items():
        actual = value_at(game.rules, path.split("."))
        assert (list(actual) if isinstance(value, list) else actual) == value, path


def _equal_rules(game, case):
    values = [value_at(game.rules, path.split(".")) for path in case["equal_rules"]]
    assert len(set(values)) == 1


def _ladder(game, case):
    """Check the bids: those of one rank stand in one word, joined by a sign of equality."""
    rungs = []
    for bid in game.bids:
        if bid.colour:
            continue
        if rungs and game.levels[bid] == game.levels[rungs[-1][-1]]:
            rungs[-1].append(bid)
        else:
            rungs.append([bid])
    assert [" = ".join(bid.contract for bid in rung) for rung in rungs] == case["ladder"]


def _auction(game, case):
    words, standing = [], None
    for part in filter(None, (part.strip() for part in case["auction"].split(";"))):
        seat, said = part.split(" ", 1)
        word = read_call(game, standing, said)
        standing = word if isinstance(word, Bid) else standing
        words.append((Seat(LETTERS[seat]), word))
    ruling = rule_auction(game, words)
    if "illegal_at" in case:
        assert not ruling.legal
        assert (ruling.at, ruling.why.rule) == (case["illegal_at"], case["by_rule"])
        return
    assert ruling.legal, ruling.why
    for key, actual in (
        ("speaker", None if ruling.speaker is None else "FMB"[ruling.speaker]),
        ("ombre", None if ruling.ombre is None else "FMB"[ruling.ombre]),
        ("bid", None if ruling.bid is None else ruling.bid.contract),
        ("may_declare", list(ruling.may_declare)),
        ("complete", ruling.complete),
    ):
        assert key not in case or case[key] == actual, (key, actual)
    if "may_say" in case:
        assert _sayable(game, words) == set(case["may_say"])


def _sayable(game, words):
    state, speaker = AuctionState(privileged=True), 0
    for seat, word in words:
        state, speaker = speak(game, state, seat, word)
    legal = {bid.contract for bid in game.bids if refusal(game, state, speaker, bid) is None}
    return {"pass", *legal}


def _legal(game, case):
    trump = _trump(case["trump"])
    hand = parse_hand(case["hand"])
    led = parse_cards(case["led"])
    allowed = {card.name for card in cards_of(hand) if _may_play(game, trump, hand, led, card)}
    assert allowed == set(case["legal"].split())
    for card, rule in case.get("why", {}).items():
        assert card_why(game, trump, hand, led, parse_cards(card)[0]).rule == rule


def _may_play(game, trump, hand, led, card):
    follow = game.follow(trump)
    forcing = follow.forcing(led[0], led[1]) if len(led) > 1 else led[0]
    may = bool(follow.legal(hand, led[0], forcing) >> card & 1)
    assert card_why(game, trump, hand, led, card).legal is may
    return may


def _play(game, case):
    known = {"hands", "talon", "players", "dealer", "suit", "irregular"}
    Script(game, **{key: case[key] for key in known & set(case)}).run(case["play"])


CHECKS = {
    "pack": _pack,
    "trumps": _trumps,
    "order": _order,
    "matadors": _matadors,
    "descending": _descending,
    "lowest": _lowest,
    "wins": _trick,
    "dealt": _dealt,
    "seats": _seats,
    "resting": _resting,
    "rule": _rule,
    "equal_rules": _equal_rules,
    "ladder": _ladder,
    "auction": _auction,
    "legal": _legal,
    "play": _play,
}


def test_a_deal_of_the_cases_fills_hands_with_what_is_not_given():
    deal = deal_of({"M": "SA CA"}, "H7")
    assert deal.hands[1] >> parse_cards("SA")[0] & 1
    assert deal.talon[0] == parse_cards("H7")[0]


def test_every_question_of_the_table_has_its_check():
    assert set(CHECKS) == TABLE
