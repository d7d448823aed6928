"""Random deals played to the end under a rule set, with cards and counters conserved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lhombre_core.bots.protocol import Bot
from lhombre_core.bots.registry import make_bot
from lhombre_core.cards import EMPTY, PACK, Hand, hand_of
from lhombre_core.engine.money.session import Session, close_deal, finish, open_next, start
from lhombre_core.engine.money.table import balance
from lhombre_core.engine.result import facts_of
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.engine.state.state import State, begin
from lhombre_core.errors import Fault, LhombreError
from lhombre_core.kernel.stream import deal_key
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.table import TableSize
from lhombre_core.sim.play.deal import deal_cards, play_deal

DEALS: Final = 40
"""How many deals are played at each size of table, unless told otherwise."""

_SIZES: Final = {TableSize.THREE: 3, TableSize.FOUR: 4, TableSize.FIVE: 5}


class NotConserved(Exception):  # noqa: N818  the word for what it is
    """Cards or counters have appeared or vanished; `rule` is the path that is to blame."""

    def __init__(self, message: str, rule: str) -> None:
        """Take what is wrong, in words, and a dotted path."""
        super().__init__(message)
        self.rule = rule


def play_random_deals(resolved: Resolved, deals: int = DEALS, seed: int = 1) -> Iterable[Fault]:
    """Return what goes wrong in random deals at every size of table: nothing, in a sound variant.

    It is an `Extra` of `language.check`. One fault is enough: the first of each size is given.
    """
    game = prepare(resolved.rules)
    for size in sorted(resolved.rules.table.sizes, key=list(_SIZES).index):
        try:
            play_sessions(game, _SIZES[size], deals, seed)
        except NotConserved as error:
            yield resolved.fault(error.rule, f"at a table of {size} {error}")
        except LhombreError as error:
            rule = getattr(error, "rule", None) or "table.sizes"
            yield resolved.fault(rule, f"random deals at a table of {size}: {error}")
        except Exception as error:  # noqa: BLE001  whatever it is, the rules cannot be played
            message = f"random deals at a table of {size} fail: {type(error).__name__}: {error}"
            yield resolved.fault("table.sizes", message)


def play_sessions(game: Game, players: int, deals: int, seed: int, bot: str = "random") -> None:
    """Play deals of one session after another; NotConserved where something appears or vanishes."""
    bots: list[Bot] = [make_bot(bot) for _ in range(players)]
    number = played = 0
    while played < deals:
        session = start(game, players)
        while session.ended is None and played < deals:
            session = _play(session, bots, seed, number)
            played += 1
        done, _ = finish(session)
        require_balance(game, done, "session.leftover")
        number += 1


def _play(session: Session, bots: list[Bot], seed: int, number: int) -> Session:
    game, index = session.game, session.index
    opened, _ = open_next(session)
    require_balance(game, opened, "stakes.opening")
    state = begin(game, session.seating, opened.money, index, privileged=opened.money.couleur)
    ended = play_deal(deal_cards(state, seed, number), bots, deal_key(seed, number, index))
    require_pack(ended)
    closed, _ = close_deal(opened, facts_of(ended))
    require_balance(game, closed, "settlement")
    return closed


def require_balance(game: Game, session: Session, rule: str) -> None:
    """Raise NotConserved, to be blamed on a rule, unless players, pools and bank sum to nothing."""
    over = balance(game, session.money)
    if over:
        raise NotConserved(f"{over} counters have appeared from nowhere", rule)


def require_pack(state: State) -> None:
    """Raise NotConserved unless every card is in one place, and only there."""
    parts: list[Hand] = [*state.hands, hand_of(state.talon)]
    if state.undertaking is not None:
        parts += state.undertaking.discards
    if state.play is not None:
        parts += [hand_of(cards) for _, cards in state.play.played]
        parts.append(hand_of(state.play.cards))
    together = EMPTY
    for part in parts:
        if together & part:
            raise NotConserved("a card is in two places", "exchange")
        together |= part
    if together != PACK:
        raise NotConserved("a card has vanished", "exchange")


def sizes(game: Game) -> Iterator[int]:
    """Yield the sizes of table of a game, ascending."""
    yield from (number for size, number in _SIZES.items() if size in game.rules.table.sizes)
