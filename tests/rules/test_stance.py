"""The stances of the table are true: what a reader honours it follows, the rest changes no answer.

Solvers and questions are asked under the rule sets of `changes.txt`.
"""

import random
from functools import cache

import pytest

from lhombre_core.cards import Suit, cards_of, hand_of
from lhombre_core.cli.auction.answer import answer_auction
from lhombre_core.cli.score.scoring import ScoreOptions, score_deal
from lhombre_core.engine.state.action import PlayCard
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.state.state import Phase
from lhombre_core.engine.why.ruling import card_why
from lhombre_core.errors import LhombreError
from lhombre_core.kernel.space import Unencodable
from lhombre_core.language.catalog import load
from lhombre_core.rules.consumer.require import stance
from lhombre_core.rules.consumer.stance import Consumer, Kind, Place
from lhombre_core.rules.data.path import leaves
from lhombre_core.sim.play.backend import Task
from lhombre_core.sim.play.reference import Listener, Reference
from lhombre_core.solve.kernel import Kernel
from lhombre_core.solve.position import position_of
from lhombre_core.solve.reference import Reference as ReferenceSolver
from lhombre_core.solve.value import grade_of, value_of
from tests.rules.met import changes, pattern_of, rules_of
from tests.solve.ending import ending

LINES = [*changes()]
TRICKS = 9
OF_PLAY = ("play.", "cards.", "result.", "vole.")


def seeded(seed):
    return random.Random(seed)  # noqa: S311  a test repeats itself


# -- what is honoured -----------------------------------------------------------------------------


def lines_of_play():
    return [
        number
        for number, (_, _, settings) in enumerate(LINES)
        if not settings or any(one.startswith(OF_PLAY) or ".goal=" in one for one in settings)
    ]


class Judge(Listener):
    """Compares what the engine allows and decides with the solvers' rules and with `legal`."""

    def __init__(self):
        self.cards = self.deals = 0

    def act(self, state, actions, action):
        if state.phase is not Phase.PLAY:
            return
        allowed = {one.card for one in actions if isinstance(one, PlayCard)}
        if not allowed:
            return
        position = position_of(state)
        held = position.hands[position.actor]
        assert set(cards_of(position.legal())) == allowed
        asked = state.game, position.trump, held, position.cards
        assert {card for card in cards_of(held) if card_why(*asked, card).legal} == allowed
        self.cards += 1

    def close(self, facts, verdict, session):
        if facts.contract is None or sum(facts.tricks) < TRICKS or verdict.vole_undertaken:
            return
        game = session.game
        grade = grade_of(game, facts.contract, int(facts.ombre), facts.tricks)
        assert value_of(game, facts.contract, grade).outcome is verdict.outcome
        self.deals += 1


@pytest.mark.parametrize("number", lines_of_play())
def test_legal_and_solvers_allow_and_decide_what_the_engine_does(number):
    judge = Judge()
    task = Task(rules_of(LINES[number]), 3, number, ("random",) * 3)
    Reference(task, judge).run_block(range(1), 12)
    assert judge.cards


@pytest.mark.parametrize("number", lines_of_play())
def test_both_solvers_agree_under_every_rule_that_they_honour(number):
    game, chance = prepare(rules_of(LINES[number])), seeded(number)
    try:
        kernel = Kernel(game)
    except Unencodable:
        return
    for turn in range(24):
        it = ending(game, chance, 2 + turn % 2, heavy=turn % 4 < 2)
        grade = kernel.grade(it)
        assert grade == ReferenceSolver(it).grade(it), it


# -- what is done without -------------------------------------------------------------------------


def solved(resolved):
    game, chance = prepare(resolved.rules), seeded(1)
    kernel = Kernel(game)
    for turn in range(12):
        it = ending(game, chance, 2, heavy=turn % 2 == 0)
        yield ReferenceSolver(it).grade(it), it.contract
        yield kernel.grade(it)


def ruled(resolved):
    game, chance = prepare(resolved.rules), seeded(2)
    for turn in range(30):
        pack = chance.sample(range(40), 8)
        trick = tuple(pack[: turn % 3])
        hand = hand_of(pack[2:])
        yield [card_why(game, Suit(turn % 4), hand, trick, card) for card in cards_of(hand)]


def called(resolved):
    seats = ("forehand", "middlehand", "backhand")
    for number, name in enumerate(resolved.rules.contracts):
        said = [f"{seat} pass" for seat in seats]
        said[number % 3] = f"{seats[number % 3]} {name}"
        yield from (
            asked(answer_auction, resolved, "; ".join(said[:turn]), 3) for turn in (1, 2, 3)
        )


def scored(resolved):
    pools = tuple(f"{name}=24" for name, pool in resolved.rules.stakes.pools.items() if pool.used)
    for name, contract in resolved.rules.contracts.items():
        trump = "S" if "S" in contract.trump.suits or not contract.trump.suits else "H"
        for tricks in ("5-2-2", "4-4-1", "0-5-4"):
            for more in ({"run": 4}, {"conceded": True}):
                question = ScoreOptions(name, tricks, trump=trump, pools=pools, **more)
                yield asked(settled, resolved, question)


def settled(resolved, question):
    score = score_deal(resolved, question)
    return score.outcome, score.facts, [(one.rule, one.amount) for one in score.lines]


def asked(ask, *question):
    try:
        return ask(*question)
    except LhombreError as error:
        return str(error)


ANSWERS = {
    Consumer.REFERENCE: solved,
    Consumer.LEGAL: ruled,
    Consumer.AUCTION: called,
    Consumer.SCORE: scored,
}


@cache
def answers(one, variant, readings, settings=()):
    try:
        resolved = load(variant, readings, settings=settings)
    except LhombreError:
        return None
    return [*ANSWERS[one](resolved)]


def independent(one, line):
    """Return the settings of a line that set values which a reader does without."""
    values = {leaf.path: leaf.value for leaf in leaves(rules_of(line))}
    for setting in line[2]:
        path, _, text = setting.partition("=")
        at = path if path in values else path.rpartition(".")[0]
        pattern = pattern_of(at)
        held = stance(one, Place(pattern, text if at == path else path.rpartition(".")[2]))
        held = held or stance(one, Place(pattern, None))
        if held is not None and held.kind is Kind.INDEPENDENT:
            yield setting


@pytest.mark.parametrize("one", ANSWERS)
def test_a_rule_that_a_reader_does_without_changes_no_answer(one):
    wrong, tried = [], 0
    for variant, readings, settings in LINES:
        without = tuple(independent(one, (variant, readings, settings)))
        changed = answers(one, variant, readings, without) if without else None
        if changed is not None and changed != answers(one, variant, readings):
            wrong += [
                setting
                for setting in without
                if answers(one, variant, readings, (setting,)) != answers(one, variant, readings)
            ]
        tried += changed is not None
    assert wrong == []
    assert tried > 20
