"""The short lines of a record for calls, exchanges and moves, read and written.

The command line uses the same notation. Every fault is a `UsageError` that names the word at fault
and what was expected. A written value is read back as the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from lhombre_core.cards import Card, hand_of
from lhombre_core.errors import UsageError, did_you_mean, quoted
from lhombre_core.notation import (
    Seat,
    format_card,
    format_hand,
    format_seat,
    parse_card,
    parse_count,
    parse_seat,
)
from lhombre_core.rules.record import Call, Drawn, Held, Move, MoveKind

UNKNOWN: Final = "?"
_SEPARATORS: Final = re.compile(r"[\s,]+")
_MANY_UNKNOWN: Final = re.compile(r"\?(\d{1,2})|(\d{1,2})\?")
_VERBS: Final = {
    "plays": MoveKind.CARD,
    "leads": MoveKind.CARD,
    **{str(kind).split()[0]: kind for kind in MoveKind if kind is not MoveKind.CARD},
}
_SECOND_WORDS: Final = {MoveKind.PLAYS_ON: "on", MoveKind.TAKES_OVER: "over"}


def lines(text: str) -> list[str]:
    """Return the entries of a text that parts them by semicolons or line ends.

    >>> lines("forehand spil; middlehand pass;")
    ['forehand spil', 'middlehand pass']
    """
    return [part for line in re.split(r"[;\n]", text) if (part := line.strip())]


def parse_held(text: str) -> Held:
    """Return a hand with ``?`` for each unknown card, or ``6?`` for six unknown cards.

    >>> parse_held("SA H7 6?").size
    8
    """
    row = parse_row(text)
    return Held(hand_of(card for card in row if card is not None), row.count(None))


def _unknown(word: str) -> int:
    if word == UNKNOWN:
        return 1
    match = _MANY_UNKNOWN.fullmatch(word)
    return int(match[1] or match[2]) if match else 0


def format_held(held: Held) -> str:
    """Return the text of a hand."""
    words = [format_hand(held.cards)] if held.cards else []
    if held.unknown:
        words.append(UNKNOWN if held.unknown == 1 else f"{held.unknown}{UNKNOWN}")
    return " ".join(words)


def parse_row(text: str) -> tuple[Card | None, ...]:
    """Return cards in their order, None for each ``?``. UsageError for a card that stands twice."""
    row: list[Card | None] = []
    for word in _words(text):
        number = _unknown(word)
        card = None if number else parse_card(word)
        if card is not None and card in row:
            raise UsageError(f"the card {card.name} stands twice in {quoted(text.strip())}")
        row.extend([card] * max(1, number))
    return tuple(row)


def format_row(row: Iterable[Card | None]) -> str:
    """Return the text of cards in their order, ``?`` for an unknown card."""
    return " ".join(UNKNOWN if card is None else format_card(card) for card in row)


def parse_call(text: str) -> Call:
    """Return a call such as ``forehand spil``, ``F: frage couleur`` or ``middlehand pass``.

    The words stay as they are: only the rules know the contracts.
    """
    words = _words(text.replace(":", " ", 1))
    if not words:
        raise UsageError("a call is empty; expected a seat and a bid, as in 'forehand pass'")
    seat = parse_seat(words[0])
    if len(words) < 2:
        raise UsageError(
            f"{quoted(text.strip())} says nothing; expected a bid or pass after the seat"
        )
    return Call(seat, " ".join(words[1:]))


def parse_calls(text: str) -> tuple[Call, ...]:
    """Return an auction: calls parted by semicolons."""
    return tuple(parse_call(line) for line in lines(text))


def format_call(call: Call) -> str:
    """Return the text of a call."""
    return f"{format_seat(call.seat)} {call.words}"


def parse_drawn(text: str) -> Drawn:
    """Return the exchange of a seat.

    It is a number (``forehand 5``), cards (``forehand discards S2 ? draws HK ?``, either part
    alone or after a number as well), or an act (``middlehand cedes``, ``backhand looks``).
    """
    words = _words(text.replace(":", " ", 1))
    if not words:
        raise UsageError("an exchange is empty; expected a seat and a number, as in 'forehand 5'")
    seat, rest = parse_seat(words[0]), words[1:]
    first = rest[0].lower() if rest else ""
    number = None
    if (stated := parse_count(first)) is not None:
        number, rest = stated, rest[1:]
        if not rest:
            return Drawn(seat, number=number)
    if len(rest) == 1 and first in {"cedes", "looks"}:
        return Drawn(seat, cedes=first == "cedes", looks=first == "looks")
    parts: dict[str, tuple[Card | None, ...]] = {}
    for verb, cards in _clauses(rest, text):
        parts[verb] = parse_row(" ".join(cards))
    discards, draws = parts.get("discards"), parts.get("draws")
    return Drawn(seat, number=number, discards=discards, draws=draws)


def _clauses(words: Sequence[str], text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the verbs `discards` and `draws`, each once, with the words that follow."""
    places = [i for i, word in enumerate(words) if word.lower() in {"discards", "draws"}]
    verbs = [words[i].lower() for i in places]
    if not places or places[0] != 0 or len(set(verbs)) < len(verbs):
        raise UsageError(
            f"{quoted(text.strip())} is no exchange; expected a seat and a number, "
            "'discards' or 'draws' with cards, 'cedes' or 'looks'"
        )
    for start, end in zip(places, [*places[1:], len(words)], strict=True):
        yield words[start].lower(), list(words[start + 1 : end])


def format_drawn(drawn: Drawn) -> str:
    """Return the text of an exchange."""
    words = [format_seat(drawn.seat)]
    if drawn.cedes or drawn.looks:
        words.append("cedes" if drawn.cedes else "looks")
    elif drawn.number is not None:
        words.append(str(drawn.number))
    for verb, row in (("discards", drawn.discards), ("draws", drawn.draws)):
        if row is not None:
            words.extend([verb, format_row(row)] if row else [verb])
    return " ".join(words)


def parse_moves(text: str) -> tuple[Move, ...]:
    """Return the moves of a line: cards in their order, with seats and acts between them.

    ``H7 HK ?`` is a trick with an unknown card, ``backhand leads H7`` says who plays,
    ``forehand concedes`` is an act, ``backhand wins`` says who took the trick before.
    """
    words = _words(text.replace(":", " "))
    moves: list[Move] = []
    place = 0
    while place < len(words):
        move, place = _move(words, place)
        moves.append(move)
    return tuple(moves)


def _move(words: Sequence[str], place: int) -> tuple[Move, int]:
    seat = None
    word = words[place]
    if not (_is_card_like(word) or word.lower() in _VERBS):
        seat = _seat(word)
        place += 1
        if place == len(words):
            raise UsageError(f"nothing follows the seat {quoted(word)}; expected a card or an act")
        word = words[place]
    kind = _VERBS.get(word.lower(), MoveKind.CARD)
    if word.lower() in _VERBS:
        following = words[place + 1].lower() if place + 1 < len(words) else ""
        if word.lower() == "plays" and following == "on":
            kind = MoveKind.PLAYS_ON
        place += 2 if following and following == _SECOND_WORDS.get(kind) else 1
    if kind is not MoveKind.CARD:
        return Move(kind, seat), place
    if place == len(words):
        raise UsageError(f"nothing follows {quoted(word)}; expected a card")
    card = None if words[place] == UNKNOWN else parse_card(words[place])
    return Move(kind, seat, card), place + 1


def _is_card_like(word: str) -> bool:
    return len(word) <= 3 and word.upper() not in {"F", "M", "B"}


def _seat(word: str) -> Seat:
    try:
        return parse_seat(word)
    except UsageError as error:
        near = did_you_mean(word.lower(), [*_VERBS, *(format_seat(seat) for seat in Seat)])
        message = f"{quoted(word)} is no card, seat or act{near}"
        raise UsageError(message) from error


def format_move(move: Move) -> str:
    """Return the text of a move."""
    words = [] if move.seat is None else [format_seat(move.seat)]
    if move.kind is MoveKind.CARD:
        words.append(UNKNOWN if move.card is None else format_card(move.card))
    else:
        words.append(str(move.kind))
    return " ".join(words)


def format_moves(moves: Sequence[Move], active: int = 3) -> list[str]:
    """Return moves as lines: a trick a line, every other act on a line of its own."""
    rows: list[str] = []
    trick: list[str] = []
    for move in moves:
        if move.kind is MoveKind.CARD:
            trick.append(format_move(move))
            if len(trick) < active:
                continue
            rows.append(" ".join(trick))
            trick = []
        else:
            if trick:
                rows.append(" ".join(trick))
            trick = []
            rows.append(format_move(move))
    return [*rows, " ".join(trick)] if trick else rows


def _words(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(text) if word]
