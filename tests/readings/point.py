"""Tests of the readings of one disputed point, side by side in one situation.

A test is told what the situation comes to under each reading. Unless it says that two readings
come to the same, what it expects must differ from reading to reading: so it fails where a reading
does nothing. `TESTED` remembers which reading of which variant has such a test.
"""

from dataclasses import dataclass, replace
from functools import cache

import pytest

from lhombre_core.engine.deal import declare_irregularity, legal_actions
from lhombre_core.engine.money.session import close_deal, finish, open_next, start
from lhombre_core.engine.money.settlement import settle
from lhombre_core.engine.state.action import Bid, Discard
from lhombre_core.engine.state.call import read_call
from lhombre_core.engine.state.facts import Facts, Irregularity
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.state.money import Lot, LotKind
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.why.auction_ruling import rule_auction
from lhombre_core.errors import IllegalAction
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.notation import Seat, parse_cards, parse_hand, parse_suit
from lhombre_core.rules.settlement import Offence
from tests.engine.money_case import (
    HANDS,
    conserved,
    deal_money,
    facts_of,
    resolved,
    seating_of,
    with_pool,
)
from tests.engine.script import LETTERS, Script

TESTED = {}
"""By variant and reading (`DA34=bet`) the names of the tests."""


@cache
def variants_with(point):
    """Return the variants that have a point."""
    return [name for name in variant_ids() if point in resolved(name).apparatus.points]


@cache
def game_under(variant, readings, settings=()):
    """Return the game of a variant under some readings and settings."""
    game = prepare(load(variant, readings, (), settings).rules)
    _CHOSEN[id(game)] = (game, variant, readings, settings)
    return game


_CHOSEN = {}
"""By the identity of a game the game, and how it was asked for."""


def also(game, *more):
    """Return the game under further readings."""
    _, variant, chosen, settings = _CHOSEN[id(game)]
    return game_under(variant, (*chosen, *more), settings)


def readings(point, expected, *, under=(), settings=(), only=(), alike=False):
    """Run a test under each reading of a point in each variant that has it.

    The test takes the game and what it comes to: `expected` by reading. `under` are readings of
    other points that make the variants alike, where a variant has them; `alike` says that some
    readings come to the same.
    """
    assert alike or len(set(map(repr, expected.values()))) == len(expected), point
    cases = [
        pytest.param(variant, (point, key), value, id=f"{variant}-{key}")
        for variant in only or variants_with(point)
        for key, value in expected.items()
    ]

    def decorate(test):
        @pytest.mark.parametrize(("variant", "reading", "comes_to"), cases)
        def under_each(variant, reading, comes_to):
            others = tuple(one for one in under if variant in variants_with(one.split("=")[0]))
            chosen = ("=".join(reading), *others)
            test(game_under(variant, chosen, tuple(settings)), comes_to)

        for case in cases:
            variant, reading, _ = case.values
            TESTED.setdefault((variant, "=".join(reading)), []).append(test.__name__)
        under_each.__name__ = test.__name__
        return under_each

    return decorate


def told(game, *lines, **deal):
    """Return a deal after some lines."""
    return Script(game, **deal).run(lines)


def may(script, *acts):
    """Return which of some acts the player whose turn it is may do."""
    legal = legal_actions(script.state)
    return tuple(script.action(act) in legal for act in acts)


def sizes(script):
    """Return the fewest and the most cards that may be discarded now."""
    found = [
        one.cards.bit_count() for one in legal_actions(script.state) if isinstance(one, Discard)
    ]
    return min(found), max(found)


def actor(script):
    """Return the letter of the seat that is to act, `-` for nobody."""
    seat = script.state.actor
    return "-" if seat is None else {-1: "chance", 3: "mort", 4: "resting"}.get(seat) or "FMB"[seat]


def heard(game, words):
    """Return what an auction comes to that is told as `F spil; M pass`."""
    said, standing = [], None
    for part in words.split(";"):
        seat, call = part.split(maxsplit=1)
        word = read_call(game, standing, call)
        standing = word if isinstance(word, Bid) else standing
        said.append((Seat(LETTERS[seat]), word))
    return rule_auction(game, said)


def legal(game, *auctions):
    """Return for each auction whether all its words are legal."""
    return tuple(heard(game, words).legal for words in auctions)


def cards(game, trump, led, hand):
    """Return which cards of a hand may be played to what was led, in the order given."""
    follow = game.follow(None if trump is None else parse_suit(trump))
    first, *second = parse_cards(led)
    forcing = follow.forcing(first, second[0]) if second else first
    allowed = follow.legal(parse_hand(hand), first, forcing)
    return " ".join(card.name for card in parse_cards(hand) if allowed >> card & 1)


@dataclass(frozen=True)
class Paid:
    """What a deal came to: payments by role (the ombre first), pools, lines, the outcome."""

    pays: tuple
    pools: dict
    lines: tuple
    outcome: str


def paid(game, **case):
    """Return what a deal comes to that is described as in `tests/cases/cases.yaml`."""
    seating = seating_of(case, game)
    mort = seating.resting[0] if case.get("ombre") == "mort" else None
    facts = facts_of(case | {"mort": mort}, game)
    before = deal_money(case, game)
    after, lines = settle(game, before, facts, seating)
    assert conserved(game, after)
    seats = [facts.ombre, *(seat for seat in HANDS if seat is not facts.ombre)]
    players = [seating.player(seat, mort) for seat in seats]
    players += [player for player in range(seating.players) if player not in players]
    pools = {name: after.held(name) for name, _ in after.pools}
    pays = tuple(after.balances[player] for player in players)
    return Paid(pays, pools, lines, str(judge(game, facts).outcome))


def pays(game, **case):
    return paid(game, **case).pays


def pay(game, contract, tricks, **more):
    """Return what the ombre gets."""
    return pays(game, contract=contract, tricks=tricks, **more)[0]


def act(offence, seat, **more):
    """Return an irregular act."""
    return Irregularity(Offence(offence), seat, **more)


def declared(script, irregular):
    """Return `refused`, or what a record's irregular act makes of the deal: over, or going on."""
    try:
        state = declare_irregularity(script.state, irregular)
    except IllegalAction:
        return "refused"
    return "decided" if state.actor is None else "goes on"


class Table:
    """A session whose deals are told in words, player by player: A, B, C deal in turn."""

    def __init__(self, game, players=3):
        self.names = "ABCDE"[:players]
        self.session = start(game, players)
        self.game = game

    def give(self, pools=None, written=None, **more):
        """Put sums in pools and debts in the ledger, before a deal opens."""
        money = self.session.money
        for pool, amount in (pools or {}).items():
            lots = (Lot(LotKind.STAKE, None, amount, 0),) if amount else ()
            money = with_pool(self.game, money, pool, lots)
        debts = [(self.names.index(name), owed) for name, owed in (written or {}).items()]
        lots = tuple(Lot(LotKind.BETE, player, owed, 0) for player, owed in debts)
        money = with_pool(self.game, money, "written", lots) if lots else money
        self.session = replace(self.session, money=replace(money, **more))
        return self

    def open(self):
        """Open the next deal and return the money."""
        self.session, self.opened = open_next(self.session)
        return self.session.money

    def close(self, **deal):
        """Close the open deal as it is told, and return the money."""
        self.session, self.paid = close_deal(self.session, self.facts(**deal))
        assert conserved(self.game, self.session.money)
        return self.session.money

    def facts(self, by=None, passers="", ahead=None, trump=None, **deal):
        """Return the facts of a deal: who was ombre, who passed, which opponent was ahead."""
        seats = {name: self.session.seating.seat(n) for n, name in enumerate(self.names)}
        passes = tuple((seats[name], False) for name in passers)
        if by is None:
            return Facts(passes=passes, all_pass=True)
        mort = None
        if seats[by] is Seat.RESTING:
            mort, seats[by] = self.names.index(by), Seat.MORT
        facts = facts_of({"run": 0, **deal, "ombre": seats[by], "mort": mort}, self.game)
        if ahead is not None:
            others = [seat for seat in HANDS if seat not in {seats[by], seats[ahead]}]
            least, most = sorted(facts.tricks[seat] for seat in (seats[ahead], *others))
            tricks = {seats[by]: facts.tricks[seats[by]], seats[ahead]: most, others[0]: least}
            facts = replace(facts, tricks=(*(tricks[seat] for seat in HANDS), 0))
        return replace(facts, passes=passes, trump=None if trump is None else parse_suit(trump))

    def play(self, **deal):
        """Open a deal and close it."""
        self.open()
        return self.close(**deal)

    def finish(self):
        """End the session and return what each got when what was left was paid out."""
        before = self.session.money.balances
        self.session, _ = finish(self.session)
        assert conserved(self.game, self.session.money)
        return tuple(
            now - then for now, then in zip(self.session.money.balances, before, strict=True)
        )

    def pass_out(self):
        """Open a deal that nobody bids on."""
        self.open()
        players = self.session.seating.active
        return self.close(passers="".join(self.names[player] for player in players))

    def owed(self):
        """Return what each owes that is written, in the order of writing."""
        return {self.names[lot.owner]: lot.amount for lot in self.session.money.lots("written")}

    def stacks(self, pool="pot"):
        """Return what lies on each stack of a pot, in their order."""
        sums = {}
        for lot in self.session.money.lots(pool):
            sums[lot.stack] = sums.get(lot.stack, 0) + lot.amount
        return list(sums.values())

    def at_stake(self, pool="pot"):
        """Return what the open deal is played for."""
        money = self.session.money
        return sum(lot.amount for lot in money.lots(pool) if lot.stack == money.in_play)


FIVE = "SA H7 CA HA HK HQ HJ H2 D7"
"""A hand of eight tricks with hearts for trumps."""

F, M, B = Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND
