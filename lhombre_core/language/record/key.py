"""The keys of a record in the order of its text, each with the way from data and back.

A key fills the field of that name in a class of `rules.record`. Its value is read by a function of
`language.record.value` and written by the counterpart of that function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

from lhombre_core.cards import Suit
from lhombre_core.language.record import value as parse
from lhombre_core.language.yaml.scalar import Data
from lhombre_core.notation import Seat, format_seat, format_split
from lhombre_core.rules import transcript
from lhombre_core.rules.record import DealClaims, DealRecord, Declared, Record

T = TypeVar("T")

Players: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key(Generic[T]):
    """A key of a record."""

    name: str
    read: Callable[[Data], T] | None
    """None: the parts of the value are read singly, for each has a place in the text."""
    write: Callable[[T], object]
    field: str = ""
    """The field that it fills, where that has another name."""

    @property
    def filled(self) -> str:
        """The name of the field that it fills."""
        return self.field or self.name


Keys: TypeAlias = tuple[Key[Any], ...]


def names(keys: Keys) -> list[str]:
    """Return the names of keys, in their order."""
    return [key.name for key in keys]


def data_of(item: DealRecord | DealClaims | Declared | Record, keys: Keys) -> dict[str, Any]:
    """Return the values of an item by key, except those at the default of their field."""
    defaults = {
        part.name: part.default if part.default_factory is MISSING else part.default_factory()
        for part in fields(item)
    }
    values = ((key, getattr(item, key.filled)) for key in keys)
    return {key.name: key.write(value) for key, value in values if value != defaults[key.filled]}


def _as_it_is(value: T) -> T:
    return value


def _suit(suit: Suit) -> str:
    return suit.name


def _by_seat(
    name: str, read: Callable[[Data], T], write: Callable[[T], object]
) -> Key[Mapping[Seat, T]]:
    def written(values: Mapping[Seat, T]) -> dict[str, object]:
        return {format_seat(seat): write(value) for seat, value in values.items()}

    return Key(name, parse.by_seat(read), written)


def _lines(name: str, write: Callable[[T], str]) -> Key[Iterable[T]]:
    return Key(name, None, lambda entries: [write(entry) for entry in entries])


def _true(name: str) -> Key[bool]:
    return Key(name, parse.truth_of, _as_it_is)


def _whole(name: str) -> Key[int]:
    return Key(name, parse.whole_of, _as_it_is)


def _balances(name: str, players: Players) -> Key[tuple[int, ...]]:
    def written(sums: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(players, sums, strict=True))

    return Key(name, partial(parse.balances_of, players), written)


def _player(name: str, players: Players) -> Key[int]:
    return Key(name, partial(parse.player_of, players), lambda player: players[player])


_NOTE: Final = Key("note", parse.text_of, _as_it_is)
_OPPONENT_RUN: Final = _by_seat("opponent_run", parse.whole_of, _as_it_is)


def record_keys(players: Players) -> Keys:
    """Return the keys of a record, beside the deals or the keys of a single deal."""
    return (
        _NOTE,
        Key("variant", parse.text_of, _as_it_is),
        Key("readings", parse.texts_of, list),
        Key("patches", parse.texts_of, list),
        Key("set", parse.settings_of, parse.settings_data, field="settings"),
        Key("hash", parse.text_of, _as_it_is),
        Key("players", parse.players_of, parse.players_data),
        _player("first_dealer", players),
        _true("bete"),
        Key("over", parse.text_of, _as_it_is),
        Key("pools", parse.sums_of, dict),
        _true("finished"),
        _balances("totals", players),
    )


def deal_keys(players: Players, active: int = 3) -> Keys:
    """Return the keys of a deal, beside its claims.

    `active` is the number of seats that play, which is the number of cards in a line.
    """
    return (
        _NOTE,
        _player("dealer", players),
        _by_seat("hands", parse.held_of, transcript.format_held),
        _by_seat("hands_at_lead", parse.held_of, transcript.format_held),
        Key("talon", parse.row_of, transcript.format_row),
        Key("second_pack", parse.suit_of, _suit),
        _lines("auction", transcript.format_call),
        Key("ombre", parse.seat_of, format_seat),
        Key("contract", parse.text_of, _as_it_is),
        Key("colour", parse.colour_of, parse.COLOURS.__getitem__),
        Key("trump", parse.suit_of, _suit),
        _lines("exchange", transcript.format_drawn),
        Key("play", None, lambda moves: list(transcript.format_moves(moves, active))),
        Key("split", parse.split_of, format_split),
        _by_seat("tricks", parse.whole_of, _as_it_is),
        _whole("run"),
        _whole("surrenderer_run"),
        Key("opponent_run", parse.opponent_run_of, lambda run: _OPPONENT_RUN.write(dict([run]))),
        Key("vole", parse.vole_of, _as_it_is),
        _true("primera"),
        _true("conceded"),
        Key("taken_over", parse.seat_of, format_seat),
        Key("irregularities", None, lambda acts: [data_of(act, ACT_KEYS) for act in acts]),
    )


def claim_keys(players: Players) -> Keys:
    """Return the keys of the claims of a deal."""
    return (
        Key("result", parse.outcome_of, str),
        _by_seat("payments", parse.integer_of, _as_it_is),
        Key("pools_after", parse.sums_of, dict, field="pools"),
        _balances("balances", players),
    )


ACT_KEYS: Final[Keys] = (
    Key("offence", parse.offence_of, str),
    Key("seat", parse.seat_of, format_seat),
    _true("notice"),
    _true("seen"),
    _true("late"),
    Key("count", parse.integer_of, _as_it_is),
)
"""The keys of an irregular act that a record declares."""
