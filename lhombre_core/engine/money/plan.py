"""The payments of a variant, sorted by when they are made; computed once for a game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from lhombre_core.engine.state.game import Game
from lhombre_core.frozen import frozen
from lhombre_core.rules.settlement import Event, Phase, Transfer

_SETTLED: Final = (Phase.PLAYERS, Phase.POOLS, Phase.CUPS, Phase.CLOSING)
"""The phases of a settlement, in their order."""


class Item(NamedTuple):
    """A transfer with its key and the dotted path of its rule."""

    key: str
    rule: str
    transfer: Transfer


@frozen
class Plan:
    """The transfers of a variant by when they are made."""

    opening: tuple[Item, ...]
    """When a deal opens."""
    auction: tuple[Item, ...]
    settled: tuple[Item, ...]
    """After the play, phase by phase, within a phase in the order of the file."""
    last: tuple[Item, ...]
    """When the session has ended."""


@lru_cache(maxsize=64)
def plan(game: Game) -> Plan:
    """Return the payments of a game by when they are made."""
    rules = game.rules
    items = [Item(key, f"settlement.{key}", t) for key, t in rules.settlement.items()]
    opening = (Item(key, f"stakes.opening.{key}", t) for key, t in rules.stakes.opening.items())
    return Plan(
        opening=tuple(item for item in opening if Event.OPENING in item.transfer.on),
        auction=tuple(item for item in items if item.transfer.phase is Phase.AUCTION),
        settled=tuple(i for phase in _SETTLED for i in items if i.transfer.phase is phase),
        last=tuple(item for item in items if Event.SESSION_END in item.transfer.on),
    )
