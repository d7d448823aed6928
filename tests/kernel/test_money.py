"""The money of the kernel against that of the engine, at every step of whole sessions."""

import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from lhombre_core.bots.registry import make_bot
from lhombre_core.cards import Suit
from lhombre_core.engine.money.session import Ended, start
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.facts import Facts, Runs
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.money import LotKind
from lhombre_core.engine.state.state import begin
from lhombre_core.errors import UsageError
from lhombre_core.kernel import compiled, encode
from lhombre_core.kernel.encode.money.money import Book
from lhombre_core.kernel.layout import MISFIT
from lhombre_core.kernel.space import Unencodable
from lhombre_core.kernel.stream import deal_key
from lhombre_core.language.catalog import load, variant_ids
from lhombre_core.rules.contract import Draws, TrumpBy, VoleBy
from lhombre_core.rules.play import TakeOverSettlement
from lhombre_core.rules.session import Leftover, Overtime, SessionEnd, VoidDeals
from lhombre_core.rules.settlement import (
    DealEnd,
    Event,
    FirstFive,
    Flow,
    Lots,
    OddUnit,
    Outcome,
    Party,
    Per,
    Phase,
    PoolView,
    Previous,
    Rounding,
    RunOf,
    TakeOver,
    Term,
    TermKind,
    Transfer,
)
from lhombre_core.rules.stake import (
    BeteBase,
    BetePlace,
    InPlay,
    Join,
    LedgerOrder,
    PoolKind,
    QueueOrder,
    When,
)
from lhombre_core.rules.table import Direction, NextDealer, RestingMoney
from lhombre_core.sim.play.deal import deal_cards, play_deal
from tests.engine.random_deal import HANDS, random_facts
from tests.kernel.money_mutation import mutated
from tests.kernel.money_pair import Pair
from tests.readings.choice import changing, runnable

SIZES = (3, 4, 5)
SAMPLE = 5
"""One of so many readings is played in the quick tests."""


@cache
def rules_of(variant, readings=(), settings=()):
    return load(variant, readings, (), settings).rules


def seeded(seed):
    return random.Random(seed)  # noqa: S311  a test repeats itself


def sizes(rules):
    """Return how many may be at the table."""
    found = []
    for players in SIZES:
        try:
            start(Game(rules), players)
        except UsageError:
            continue
        found.append(players)
    return found


def settings():
    """Return for every number a table may agree on the least and the most of it."""
    return [
        (variant, f"{name}={value}")
        for variant in variant_ids()
        for name, parameter in rules_of(variant).stakes.parameters.items()
        for value in {parameter.least, parameter.most}
        if value is not None
    ]


def play(pair, rng, most=400):
    """Play a session of random outcomes on both sides; return how far it got."""
    for _ in range(most):
        if pair.ended:
            break
        found = pair.step("open")
        if found == "same":
            facts = random_facts(pair.game, pair.session.seating, rng, irregular=0)
            found = pair.step("close", facts)
        if found != "same":
            return found
    return pair.step("finish")


def play_all(rules, seed):
    """Play a session with each number that may be at the table."""
    rng, book = seeded(seed), Book(Game(rules))
    for players in sizes(rules):
        pair = Pair(book.game, players, rng.randrange(players), book=book)
        assert play(pair, rng) in {"same", "misfit"}


def play_some(rules, seed):
    """Play some deals of a session."""
    rng = seeded(seed)
    players = rng.choice(sizes(rules))
    assert play(Pair(Game(rules), players, rng.randrange(players)), rng, 20) == "same"


@pytest.mark.parametrize("variant", variant_ids())
def test_a_session_comes_to_the_same_in_the_kernel(variant):
    rng = seeded(1)
    for players in sizes(rules_of(variant)):
        pair = Pair(Game(rules_of(variant)), players, rng.randrange(players))
        assert play(pair, rng) == "same"
        assert pair.ended


def test_a_session_that_is_never_won_is_cut():
    pair = Pair(Game(rules_of("pierer-pure", (), ("session.limit=40",))), 3, room=256)
    rng = seeded(2)
    while not pair.ended:
        assert pair.step("open") == "same"
        facts = random_facts(pair.game, pair.session.seating, rng, irregular=0)
        while facts.contract is not None:
            facts = random_facts(pair.game, pair.session.seating, rng, irregular=0)
        assert pair.step("close", facts) == "same"
    assert pair.ended is Ended.CUT
    assert pair.step("finish") == "same"


def test_readings_come_to_the_same():
    for number, (variant, reading) in [*enumerate(changing())][::SAMPLE]:
        play_some(rules_of(variant, (reading,)), number)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variant_ids())
def test_every_reading_comes_to_the_same(variant):
    for number, (of, reading) in enumerate(changing()):
        if of == variant:
            play_all(rules_of(variant, (reading,)), number)


def test_agreed_numbers_come_to_the_same():
    for number, (variant, setting) in list(enumerate(settings()))[::SAMPLE]:
        play_some(rules_of(variant, (), (setting,)), number)


@pytest.mark.slow
def test_every_agreed_number_comes_to_the_same():
    for number, (variant, setting) in enumerate(settings()):
        play_all(rules_of(variant, (), (setting,)), number)


def chosen(variant, rng):
    """Return a variant with a reading chosen for about half of its points."""
    while True:
        readings = [
            (point, f"{point}={name}")
            for of, point, name in ((of, *text.split("=")) for of, text in runnable())
            if of == variant
        ]
        rng.shuffle(readings)
        one_each = dict(readings)
        try:
            return rules_of(variant, tuple(one_each[p] for p in one_each if rng.random() < 0.5))
        except UsageError:
            continue  # they cannot be combined


def play_chosen(seed, changes):
    """Play a session under some readings and changes that no file has; return how far it got."""
    rng = seeded(seed)
    variant = rng.choice([name for name in variant_ids() if rules_of(name).stakes.pools])
    rules = mutated(chosen(variant, rng), rng, changes)
    players = rng.choice(SIZES)
    try:
        pair = Pair(Game(rules), players, rng.randrange(players))
    except (UsageError, Unencodable):
        return "none"
    return play(pair, rng, 60)


def test_readings_that_are_chosen_together_come_to_the_same():
    assert {play_chosen(seed, 0) for seed in range(40)} <= {"same", "none"}


@pytest.mark.slow
def test_many_readings_that_are_chosen_together_come_to_the_same():
    assert "same" in {play_chosen(seed, 0) for seed in range(1000, 2000)}


def test_rule_sets_that_no_file_has_come_to_the_same():
    found = [play_chosen(seed, 1 + seed % 9) for seed in range(40)]
    assert found.count("same") > 15


@pytest.mark.slow
def test_many_rule_sets_that_no_file_has_come_to_the_same():
    found = [play_chosen(seed, 1 + seed % 9) for seed in range(3000, 6000)]
    assert found.count("same") > 1000
    assert {"misfit", "refused"} <= set(found)


@pytest.mark.parametrize("variant", variant_ids())
def test_deals_that_were_played_come_to_the_same(variant):
    played(variant, (), 8)


@pytest.mark.slow
def test_sessions_that_were_played_come_to_the_same():
    for number, (variant, reading) in enumerate(changing()):
        if number % 4 == 0:
            played(variant, (reading,), 60)


def played(variant, readings, most):
    """Play a session with random players on the engine, its money on both sides."""
    game = Game(rules_of(variant, readings))
    for players in sizes(game.rules):
        bots = [make_bot("random", None)] * players
        pair = Pair(game, players)
        while pair.session.index < most and not pair.ended:
            assert pair.step("open") == "same"
            session = pair.session
            money, index = session.money, session.index
            state = begin(game, session.seating, money, index, privileged=money.couleur)
            done = play_deal(deal_cards(state, 5, players), bots, deal_key(5, players, index))
            assert pair.step("close", facts_of(done)) == "same"
        assert pair.step("finish") == "same"


def test_what_is_laid_where_all_was_drawn_keeps_its_place():
    readings = ("FR02.held=separate-largest-first", "FR12.price=sweeps-all-stakes")
    rules = rules_of("french-1600s", readings)
    one = {"one": Term(TermKind.NUMBER, number=1)}
    on = frozenset({Event.WIN, Event.CODILLE})
    settlement = {**rules.settlement, "tip": Transfer(on, Phase.CLOSING, "dealer", "pot", one)}
    game = Game(replace(rules, settlement=settlement))
    assert {play(Pair(game, 3), seeded(seed)) for seed in range(4)} == {"same"}


def shared_codille(contract, rng):
    """Return a deal of which the ombre has the last trick alone and either opponent four."""
    ombre, *others = rng.sample(HANDS, 3)
    return Facts(
        contract=contract,
        ombre=ombre,
        trump=Suit.S,
        tricks=(*(1 if seat is ombre else 4 for seat in HANDS), 0),
        winners=(*others * 4, ombre),
        runs=Runs(ombre=rng.randrange(4)),
    )


@pytest.mark.parametrize(
    ("variant", "reading"),
    [("english-1800s", "EN08=codille-split"), ("french-1600s", "FR08=codille-split")],
)
def test_the_odd_unit_of_a_codille_that_two_share_comes_to_the_same(variant, reading):
    balances = {}
    for odd in OddUnit:
        rng, after = seeded(6), balances.setdefault(odd, [])
        pair = Pair(Game(rules_of(variant, (reading,), (f"result.odd_unit={odd}",))), 3)
        for _ in range(12):
            assert pair.step("open") == "same"
            facts = shared_codille(next(iter(pair.game.contracts)), rng)
            assert pair.step("close", facts) == "same"
            after.append(pair.session.money.balances)
    assert balances[OddUnit.STAYS] != balances[OddUnit.EARLIER_SEAT]


def test_a_pool_without_room_is_noticed():
    # Written debts of sessions that few deals are won in fill their ledger.
    game, found, rng = Game(rules_of("pierer-free")), set(), seeded(4)
    while "misfit" not in found:
        pair = Pair(game, 5, room=8)
        found.add(play(pair, rng))
    assert pair.purse.till[MISFIT]


@pytest.mark.parametrize("number", [1 << 43, 1 << 50, 1 << 70])
def test_a_sum_that_grows_too_large_is_noticed(number):
    stakes = rules_of("pierer-free").stakes
    parameters = dict(stakes.parameters)
    parameters["stamm"] = replace(parameters["stamm"], value=number)
    stakes = replace(stakes, parameters=parameters)
    pair = Pair(Game(replace(rules_of("pierer-free"), stakes=stakes)), 3)
    assert play(pair, seeded(5)) == "misfit"


WORDS = (
    BeteBase, BetePlace, DealEnd, Direction, Draws, Event, FirstFive, Flow, InPlay, Join,
    LedgerOrder, Leftover, LotKind, Lots, NextDealer, OddUnit, Outcome, Overtime, Party, Per,
    Phase, PoolKind, PoolView, Previous, QueueOrder, RestingMoney, Rounding, RunOf, SessionEnd,
    TakeOver, TakeOverSettlement, TermKind, TrumpBy, VoidDeals, VoleBy, When,
)  # fmt: skip

ELSEWHERE = {
    BeteBase: "`bete_coefficients` names each",
    BetePlace.APART: "what neither joins nor is last",
    DealEnd.LOST: "what is not won",
    Direction: "`next_dealer` and `seat_players` are asked",
    Draws.ALL: "what does not leave the opening stake",
    Event: "`judge` is asked for a table; of an opening and an end it is the list that says so",
    Flow.EITHER: "no sign is left out",
    InPlay.FOREMOST: "the first that can be played for, as also where the file says nothing",
    Join.ONE: "what is neither all nor nothing",
    LedgerOrder.OLDEST: "the order in which debts lie",
    Leftover.NONE: "nothing is divided",
    Leftover.CARRY: "nothing is divided",
    LotKind.STAKE: "what is only known to lie there is not met in a session",
    LotKind.MARK: "laid by the phase of a transfer",
    Lots.TOGETHER: "what is not laid one each",
    NextDealer: "`next_dealer` is asked",
    OddUnit.EARLIER_SEAT: "what does not stay",
    Outcome: "`judge` is asked for a table",
    Overtime.NONE: "the session does not wait",
    Per.DEAL: "what does not count for each opponent",
    Phase: "`plan` sorts transfers by phase",
    QueueOrder.DEALING: "the order in which promises lie",
    RestingMoney.NONE: "only opponents with cards are meant",
    Rounding.EXACT: "what is not rounded must be whole",
    SessionEnd.MARKS: "what ends neither by deals nor by occasions",
    TakeOverSettlement: "`judge` is asked for a table",
    TrumpBy: "only whether there are trumps matters",
    VoidDeals.DO_NOT_COUNT: "what does not count",
    VoleBy: "`judge` is asked for a table",
}
"""Words that are not named, or words of which not all are: why they are right without."""


def test_every_word_is_named_in_the_kernel_or_covered_otherwise():
    folders = [Path(module.__file__).parent for module in (compiled, encode)]
    files = [file for folder in folders for file in (folder / "money").glob("*.py")]
    named = set(re.findall(r"\b([A-Z]\w+\.[A-Z_]+)\b", "".join(f.read_text() for f in files)))
    missing = [
        f"{type(word).__name__}.{word.name}"
        for words in WORDS
        if words not in ELSEWHERE
        for word in words
        if word not in ELSEWHERE and f"{words.__name__}.{word.name}" not in named
    ]
    assert missing == []
