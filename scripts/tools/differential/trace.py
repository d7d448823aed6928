"""What the engine does in a deal and how it ends, written down as the kernel writes it.

An act is a row of a trace, the facts at the end a row of facts: `lhombre_core.kernel.layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from lhombre_core.engine.phase.exchange import Discards
from lhombre_core.engine.state import action as act
from lhombre_core.engine.state.action import Action
from lhombre_core.engine.state.facts import Facts
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.state import Phase, State
from lhombre_core.kernel.layout import (
    ALL_PASS,
    COLOUR,
    CONCEDED,
    CONTRACT,
    FACTS,
    KIND,
    LEGAL,
    LEGAL_CEDE,
    LEGAL_LEAST,
    LEGAL_MOST,
    MORT,
    NEEDLESS,
    NO_FACTS,
    OMBRE,
    PASSES,
    PLAYED,
    RUN,
    RUN_OPPONENT,
    RUN_SEAT,
    RUN_SURRENDERER,
    STOPPED,
    SURRENDERER,
    TRICKS,
    TRUMP,
    UNDERTAKEN,
    WHO,
    WINNERS,
    Act,
)
from lhombre_core.kernel.space import NO_TRUMP

_ANSWERS: Final = {
    act.Enter: Act.ENTER,
    act.Look: Act.LOOK,
    act.Agree: Act.AGREE,
    act.TakeOver: Act.TAKE_OVER,
}
_PARTS: Final = ("who acts", "what kind of act", "what", "how many choices", "what is legal")
"""The columns of a trace."""

_FACTS: Final = {
    CONTRACT: "contract",
    COLOUR: "colour",
    OMBRE: "ombre",
    TRUMP: "trump",
    **{TRICKS + seat: f"tricks of seat {seat}" for seat in range(4)},
    PLAYED: "tricks played",
    WINNERS: "winners of tricks",
    UNDERTAKEN: "vole undertaken",
    STOPPED: "stopped",
    CONCEDED: "conceded",
    SURRENDERER: "surrenderer",
    ALL_PASS: "all have passed",
    PASSES: "passes",
    NEEDLESS: "needless namings",
    MORT: "mort",
    RUN: "run of the ombre",
    RUN_SEAT: "opponent with all matadors",
    RUN_OPPONENT: "run of the opponent",
    RUN_SURRENDERER: "run of the surrenderer",
}


class Writer:
    """Writes acts and facts of the deals of one rule set down as rows of whole numbers."""

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self._bids = {bid: number for number, bid in enumerate(game.bids)}
        self._contracts = {name: place for place, name in enumerate(game.contracts)}
        self._kinds: Mapping[type, Callable[[Any], tuple[Act, int]]] = {
            act.TurnSecondPack: lambda one: (Act.TURN, int(one.suit)),
            act.Pass: lambda _: (Act.PASS, 0),
            act.Bid: lambda one: (Act.BID, self._bids[one]),
            act.Declare: lambda one: (Act.DECLARE, self._contracts[one.contract]),
            act.NameTrump: lambda one: (Act.NAME, int(one.suit)),
            act.Discard: lambda one: (Act.DISCARD, one.cards),
            act.Cede: lambda _: (Act.CEDE, 0),
            act.PlayOn: lambda _: (Act.YIELD, 0),
            act.Concede: lambda _: (Act.CONCEDE, 0),
            act.Announce: lambda _: (Act.ANNOUNCE, 0),
            act.Stop: lambda _: (Act.STOP, 0),
            act.PlayCard: lambda one: (Act.CARD, int(one.card)),
            **{kind: _answer(said) for kind, said in _ANSWERS.items()},
        }

    def act(self, state: State, actions: Sequence[Action], action: Action) -> list[int]:
        """Return the row of an act that is done where there is a choice of some."""
        kind, what = self._kinds[type(action)](action)
        if kind is Act.CONCEDE and state.phase is Phase.YIELD:
            kind, what = Act.YIELD, 1
        actor = act.CHANCE if state.actor is None else state.actor
        return [actor, kind, what, len(actions), self._legal(state, actions)]

    def _legal(self, state: State, actions: Sequence[Action]) -> int:
        """Return which some acts are, as `layout.LEGAL` has it."""
        if isinstance(actions, Discards):
            sizes = actions.least << LEGAL_LEAST | actions.most << LEGAL_MOST
            return actions.hand | sizes | bool(actions.after) << LEGAL_CEDE
        mask = 0
        for one in actions:
            match one:
                case act.PlayCard():
                    mask |= 1 << one.card
                case act.Bid():
                    mask |= 1 << self._bids[one]
                case act.Declare():
                    mask |= 1 << self._contracts[one.contract]
                case act.NameTrump():
                    mask |= 1 << one.suit
                case act.Discard() if state.actor is not None:
                    mask |= state.hands[state.actor] & ~one.cards
                case _:
                    pass
        return mask

    def facts(self, facts: Facts) -> list[int]:
        """Return the row of a deal that has ended."""
        row = list(NO_FACTS)
        row[CONTRACT] = -1 if facts.contract is None else self._contracts[facts.contract]
        row[COLOUR] = facts.colour
        row[OMBRE] = _some(facts.ombre)
        row[TRUMP] = NO_TRUMP if facts.trump is None else facts.trump
        row[TRICKS : TRICKS + 4] = facts.tricks
        row[PLAYED] = len(facts.winners)
        row[WINNERS] = sum(seat << 2 * place for place, seat in enumerate(facts.winners))
        row[UNDERTAKEN] = facts.vole_undertaken
        row[STOPPED] = facts.stopped
        row[CONCEDED] = facts.conceded
        row[SURRENDERER] = _some(facts.surrenderer)
        row[ALL_PASS] = facts.all_pass
        first: dict[int, bool] = {}
        for seat, has_bid in facts.passes:
            first.setdefault(seat, has_bid)
        said = enumerate(first.items())
        row[PASSES] = sum((8 * bid | 4 | seat) << 4 * place for place, (seat, bid) in said)
        row[NEEDLESS] = sum((4 | seat) << 4 * place for place, seat in enumerate(facts.needless))
        row[MORT] = _some(facts.mort)
        runs = facts.runs
        row[RUN] = runs.ombre or 0
        row[RUN_SEAT], row[RUN_OPPONENT] = runs.opponent or (-1, 0)
        row[RUN_SURRENDERER] = runs.surrenderer or 0
        return row


def differ_acts(found: Sequence[Sequence[int]], wanted: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield in words in what the acts of the kernel and of the engine differ."""
    for number, (mine, theirs) in enumerate(zip(found, wanted, strict=False)):
        if mine != theirs:
            for part, name in enumerate(_PARTS):
                if mine[part] != theirs[part]:
                    one, other = (_named(part, row[part]) for row in (mine, theirs))
                    done = f"{_named(KIND, theirs[KIND])} by seat {theirs[WHO]}"
                    yield f"act {number} ({done}): {name} is {one}, not {other}"
    if len(found) != len(wanted):
        shorter = min(len(found), len(wanted))
        yield f"act {shorter}: there are {len(found)} acts, not {len(wanted)}"


def differ_facts(found: Sequence[int], wanted: Sequence[int]) -> Iterator[str]:
    """Yield in words in what the facts of a deal by the kernel and by the engine differ."""
    for column in range(FACTS):
        if found[column] != wanted[column]:
            name = _FACTS.get(column, f"column {column}")
            yield f"{name} is {found[column]}, not {int(wanted[column])}"


def _named(part: int, value: int) -> str:
    """Return what stands in a column of a trace."""
    if part == KIND and 0 <= value < len(Act):
        return Act(value).name
    return f"{value:#x}" if part == LEGAL else f"{value:d}"


def _answer(kind: Act) -> Callable[[Any], tuple[Act, int]]:
    return lambda one: (kind, int(one.yes))


def _some(number: int | None) -> int:
    return -1 if number is None else number
