"""The values of a record's keys, each from data, or a `UsageError` that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeVar

from lhombre_core.cards import Card, Suit
from lhombre_core.errors import UsageError, cut, quoted
from lhombre_core.language.yaml.document import Data, Path
from lhombre_core.notation import Seat, parse_count, parse_seat, parse_split, parse_suit
from lhombre_core.rules import transcript
from lhombre_core.rules.data.wording import described, one_of, unknown
from lhombre_core.rules.record import Held
from lhombre_core.rules.settlement import Offence, Outcome

T = TypeVar("T")

HANDED: Final = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND, Seat.MORT)
"""The seats that have cards."""
COLOURS: Final = ("plain", "couleur", "sur")
OUTCOMES: Final = {str(outcome): outcome for outcome in Outcome}
OFFENCES: Final = {str(offence): offence for offence in Offence}


class InsideError(Exception):
    """A fault in a part of the value: the path to that part, and what is wrong."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(path, message)
        self.path = path
        self.message = message


def inside(parse: Callable[[Data], T], value: Data, step: str | int) -> T:
    """Return the value of a part; what is wrong with it is an `InsideError` with its step."""
    try:
        return parse(value)
    except UsageError as error:
        raise InsideError((step,), str(error)) from error


def text_of(value: Data) -> str:
    """Return text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise UsageError(f"{described(value)}; expected text")
    return value


def line_of(value: Data) -> str:
    """Return a line of a list, which may also be written as `seat: words`."""
    if isinstance(value, dict) and len(value) == 1:
        seat, words = next(iter(value.items()))
        if isinstance(words, str | int) and not isinstance(words, bool):
            return f"{seat} {words}"
        raise UsageError("this is no line of text; put it in quotes, as a line that begins with ?")
    return text_of(value)


def texts_of(value: Data) -> tuple[str, ...]:
    """Return a list of texts, or one text as a list."""
    if isinstance(value, str):
        return (text_of(value),)
    if not isinstance(value, list):
        raise UsageError(f"{described(value)}; expected a list of texts")
    return tuple(inside(text_of, item, index) for index, item in enumerate(value))


def settings_of(value: Data) -> tuple[str, ...]:
    """Return settings as they stand on the command line, from a mapping of path to value."""
    if not isinstance(value, dict):
        raise UsageError(f"{described(value)}; expected rule paths with their values")
    for key, part in value.items():
        if isinstance(part, dict | list) or part is None:
            raise InsideError((key,), f"{described(part)}; expected a single value")
    return tuple(f"{key}={_scalar(part)}" for key, part in value.items())


def settings_data(settings: Iterable[str]) -> dict[str, str]:
    """Return settings as a mapping of path to value."""
    return dict(setting.split("=", 1) for setting in settings)


def _scalar(value: Data) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def players_of(value: Data) -> tuple[str, ...]:
    """Return the names of the players, from their names or their number."""
    if isinstance(value, int) and not isinstance(value, bool) and 3 <= value <= 5:
        return tuple(map(str, range(value)))
    names = texts_of(value) if isinstance(value, list) else ()
    if not 3 <= len(names) <= 5:
        raise UsageError("expected the names of three to five players, or their number")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the name {quoted(name)} stands twice")
    return names


def players_data(players: tuple[str, ...]) -> int | list[str]:
    """Return the names of the players, or their number where the names are numbers."""
    numbered = players == tuple(map(str, range(len(players))))
    return len(players) if numbered else list(players)


def player_of(players: Sequence[str], value: Data) -> int:
    """Return a player by name or number."""
    name = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(name, str):
        raise UsageError(f"{described(value)}; expected a player")
    if name in players:
        return players.index(name)
    number = parse_count(name)
    if number is not None and number < len(players):
        return number
    raise UsageError(unknown("player", name, players))


def balances_of(players: Sequence[str], value: Data) -> tuple[int, ...]:
    """Return a sum for each player, from a mapping by name or a list in their order."""
    if isinstance(value, dict):
        sums = {
            player_of(players, key): inside(integer_of, part, key) for key, part in value.items()
        }
        missing = [name for player, name in enumerate(players) if player not in sums]
        if missing:
            raise UsageError(f"the player {missing[0]} is missing")
        return tuple(sums[player] for player in range(len(players)))
    if not isinstance(value, list) or len(value) != len(players):
        raise UsageError(f"{described(value)}; expected a number for each player")
    return tuple(inside(integer_of, part, index) for index, part in enumerate(value))


def integer_of(value: Data) -> int:
    """Return a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"{described(value)}; expected a whole number")
    return value


def whole_of(value: Data) -> int:
    """Return a whole number that is not negative."""
    number = integer_of(value)
    if number < 0:
        raise UsageError(f"{cut(number)} is less than nothing; expected 0 or more")
    return number


def truth_of(value: Data) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise UsageError(f"{described(value)}; expected true or false")
    return value


def suit_of(value: Data) -> Suit:
    """Return a suit."""
    return parse_suit(text_of(value))


def seat_of(value: Data) -> Seat:
    """Return a seat that has cards."""
    seat = parse_seat(text_of(value))
    if seat not in HANDED:
        raise UsageError(f"the {value} seat has no cards; expected {one_of(_seat_words())}")
    return seat


def _seat_words() -> list[str]:
    return [seat.name.lower() for seat in HANDED]


def held_of(value: Data) -> Held:
    """Return a hand of known and unknown cards."""
    return transcript.parse_held(text_of(value))


def row_of(value: Data) -> tuple[Card | None, ...]:
    """Return cards in their order, None for each that is unknown."""
    return transcript.parse_row(text_of(value))


def by_seat(parse: Callable[[Data], T]) -> Callable[[Data], dict[Seat, T]]:
    """Return a parser of a mapping from seats to values of one kind."""

    def by_seat(value: Data) -> dict[Seat, T]:
        if not isinstance(value, dict):
            raise UsageError(f"{described(value)}; expected seats with their values")
        parts: dict[Seat, T] = {}
        for key, part in value.items():
            seat = inside(seat_of, key, key)
            if seat in parts:
                raise InsideError((key,), f"the seat {seat.name.lower()} stands twice")
            parts[seat] = inside(parse, part, key)
        return parts

    return by_seat


def split_of(value: Data) -> tuple[int, ...]:
    """Return a split of tricks, the ombre's first."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return parse_split(text_of(value))


def sums_of(value: Data) -> dict[str, int]:
    """Return what pools hold, by their names."""
    if not isinstance(value, dict):
        raise UsageError(f"{described(value)}; expected pools with what they hold")
    return {key: inside(integer_of, part, key) for key, part in value.items()}


def opponent_run_of(value: Data) -> tuple[Seat, int]:
    """Return the one opponent of a mapping, and his run."""
    runs = by_seat(whole_of)(value)
    if len(runs) != 1:
        raise UsageError("expected one opponent with the length of his run")
    return next(iter(runs.items()))


def _word(value: Data, words: Sequence[str], what: str) -> str:
    text = text_of(value)
    if text not in words:
        raise UsageError(unknown(what, text, words))
    return text


def colour_of(value: Data) -> int:
    """Return the number of a colour of a bid: plain, couleur or sur."""
    return COLOURS.index(_word(value, COLOURS, "colour"))


def outcome_of(value: Data) -> Outcome:
    """Return a result."""
    return OUTCOMES[_word(value, list(OUTCOMES), "result")]


def offence_of(value: Data) -> Offence:
    """Return a kind of irregular act."""
    return OFFENCES[_word(value, list(OFFENCES), "offence")]


def vole_of(value: Data) -> Literal["made", "failed"]:
    """Return whether a vole was made or failed."""
    return "made" if _word(value, ["made", "failed"], "outcome of the vole") == "made" else "failed"
