"""Counts of all that can be done from a position, in plain text: read, counted again, written.

A file has one statement a line; empty lines and lines that begin with `#` say nothing.

    id spil                              a block begins; nothing is left of the one before
    deal seed=1 session=0 index=0        the cards of the stream; also players=4, dealer=1, suit=H
    do F spil; M pass; B pass            acts, in the words of tests/engine/script.py
    first 12                             twelve acts, each the first legal one
    auction 3 187                        there are 187 lines of three acts of the auction from here
    exchange 1 511                       likewise of the exchange: discards, and what is asked then
    play all 216 slow                    likewise of the play, here up to its end; a slow count

A line is a sequence of acts. One that leaves the auction (the exchange, the play) before it is long
enough does not count, as in the perft counts of chess; `all` counts those that leave it, and those
with which the deal ends. To name trumps belongs to the auction before the exchange has begun and
to the exchange after that; an offer to give up and the answers to it belong to the play. The suit
of the second pack is that of the stream unless `suit` says another.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lhombre_core.engine import (
    DealCards,
    Phase,
    TurnSecondPack,
    apply_action,
    begin,
    force,
    legal_actions,
    seat_players,
)
from lhombre_core.kernel.stream import deal, deal_key
from lhombre_core.notation import parse_suit
from lhombre_core.sim.play.deal import turned_suit
from tests.engine.script import Script

FOLDER = Path(__file__).parent
PHASES = {
    "auction": frozenset({Phase.AUCTION, Phase.ENTER, Phase.DECLARE, Phase.NAME}),
    "exchange": frozenset({Phase.EXCHANGE, Phase.LOOK, Phase.NAME}),
    "play": frozenset({Phase.PLAY, Phase.YIELD, Phase.CONSENT}),
}
ALL = "all"
SLOW = "slow"
UNKNOWN = "?"
"""Stands for a count in a file that is being written."""


@dataclass(frozen=True, slots=True)
class Count:
    """A statement that a number of lines lead on from a position."""

    kind: str
    depth: int | None
    """How many acts; None: up to the end."""
    number: int | None
    """How many lines; None: the file does not say."""
    slow: bool

    @classmethod
    def parse(cls, text):
        kind, depth, number, *rest = text.split()
        assert kind in PHASES, f"what is '{text}'?"
        assert rest in ([], [SLOW]), f"what follows the count in '{text}'?"
        return cls(
            kind,
            None if depth == ALL else int(depth),
            None if number == UNKNOWN else int(number),
            slow=bool(rest),
        )

    def __str__(self):
        depth = ALL if self.depth is None else self.depth
        number = UNKNOWN if self.number is None else self.number
        return f"{self.kind} {depth} {number}{f' {SLOW}' if self.slow else ''}"


class Position(Script):
    """A deal of the stream, led by the statements of a file to where something is counted."""

    def __init__(self, game, words):
        said = dict(word.split("=") for word in words.split())
        suit = said.pop("suit", None)
        numbers = {name: int(number) for name, number in said.items()}
        place = [numbers.pop(name) for name in ("seed", "session", "index")]
        players, dealer = numbers.pop("players", 3), numbers.pop("dealer", 0)
        assert not numbers, f"what is {', '.join(numbers)}?"
        cards = deal(*place)
        self.game = game
        state = begin(game, seat_players(game.rules.table, players, dealer), None, place[2])
        self.state = apply_action(state, DealCards(cards.hands, cards.talon))
        if self.state.phase is Phase.TURN:
            turned = turned_suit(deal_key(*place)) if suit is None else parse_suit(suit)
            self.state = apply_action(self.state, TurnSecondPack(turned))

    def first(self, number):
        for _ in range(number):
            self._do(legal_actions(self.state)[0])


def lines(state, phases, depth):
    """Return the number of lines of that many acts, or to the end for None, within some phases."""
    if state.phase not in phases:
        return int(depth is None)
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    left = None if depth is None else depth - 1
    return sum(lines(force(state, action), phases, left) for action in actions)


def blocks(text):
    """Yield the id of each block of a file with its statements."""
    name, statements = None, []
    for line in text.splitlines():
        if line.startswith("id "):
            if name is not None:
                yield name, statements
            name, statements = line.removeprefix("id "), []
        elif line and not line.startswith("#"):
            assert name is not None, f"'{line}' stands before the first id"
            statements.append(line)
    if name is not None:
        yield name, statements


def count(game, statements, *, slow) -> Iterator[tuple[Count, Count]]:
    """Yield each count of a block as stated and as counted, the slow counts where asked for."""
    position = None
    for statement in statements:
        word, rest = statement.split(" ", 1)
        if word == "deal":
            position = Position(game, rest)
        elif position is None:
            raise AssertionError(f"'{statement}' stands before a deal")
        elif word == "do":
            position.run([rest])
        elif word == "first":
            position.first(int(rest))
        else:
            stated = Count.parse(statement)
            assert position.state.phase in PHASES[stated.kind], f"'{statement}' is out of place"
            if slow or not stated.slow:
                number = lines(position.state, PHASES[stated.kind], stated.depth)
                yield stated, replace(stated, number=number)


def rewritten(game, text, *, slow):
    """Return the text of a file with the actual counts."""
    counted = {
        name: iter(list(count(game, statements, slow=slow))) for name, statements in blocks(text)
    }
    written, here = [], iter(())
    for line in text.splitlines():
        if line.startswith("id "):
            here = counted[line.removeprefix("id ")]
        counts = line.split(" ", 1)[0] in PHASES and (slow or not line.endswith(f" {SLOW}"))
        written.append(str(next(here)[1]) if counts else line)
    return "\n".join(written) + "\n"
