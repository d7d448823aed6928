"""The question of `lhombre solve`: a deal in any of its forms, as a position."""

import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from lhombre_core.cards import CARDS, EMPTY, Suit, count, hand_of
from lhombre_core.cli.question import ask, contract_id, trump_of, unreadable_if_faulty
from lhombre_core.cli.solve.record import SolveOptions, from_record, is_record
from lhombre_core.engine.state.game import HAND_SIZE, TRICKS, Game, prepare
from lhombre_core.engine.state.state import Hands
from lhombre_core.errors import FaultError, UsageError, quoted
from lhombre_core.kernel.stream import deal
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.language.yaml.source import read_source
from lhombre_core.notation import (
    Seat,
    format_card,
    format_seat,
    parse_cards,
    parse_count,
    parse_seat,
    parse_split,
)
from lhombre_core.rules.contract import Consent
from lhombre_core.rules.data.wording import one_of
from lhombre_core.rules.table import TableSize
from lhombre_core.solve import FOUR_SEATS, THREE_SEATS, Position

_SEED: Final = re.compile(r"[0-9]+(/[0-9]+){0,2}")
_AT: Final = re.compile(r"([1-9])\.([1-4])")
_PARTS: Final = re.compile(r"[;\n]")


@dataclass(frozen=True, slots=True)
class SolveQuestion:
    """A position to be solved, and its origin."""

    resolved: Resolved
    position: Position
    source: str
    """The origin in words, for the reader."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Seed, session and index of a seeded deal."""


def read_question(options: SolveOptions) -> SolveQuestion:
    """Return the position that the options describe. UsageError where they cannot be read."""
    text = _text_of(options.deal)
    if text is not None and is_record(text):
        return _recorded(options, text)
    for option, given in (("--at", options.at), ("--deal", options.number)):
        if given is not None:
            raise UsageError(f"{option} needs a record; this deal has no play")
    if options.variant is None:
        raise UsageError("the deal does not say by whose rules it is played; add --variant ID")
    resolved = ask(options.variant, options.choices)
    if text is None and _SEED.fullmatch(options.deal.strip()):
        return _seeded(options, resolved)
    hands = hands_of(options.deal if text is None else text)
    game = prepare(resolved.rules)
    source = "hands as given" if text is None else f"hands from {options.deal}"
    return SolveQuestion(resolved, _with_table(options, _position(options, game, hands)), source)


def _text_of(deal: str) -> str | None:
    """Return the text of the file that a deal names; None: it is no file."""
    if deal == "-":
        return sys.stdin.read()
    looks_like_file = Path(deal).suffix.lower() in {".yaml", ".yml", ".json", ".txt"}
    try:
        is_file = Path(deal).is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file and not looks_like_file:
        return None
    try:
        return read_source(Path(deal), None)[1]
    except FaultError as error:
        raise UsageError(str(error.faults[0])) from error


def _seeded(options: SolveOptions, resolved: Resolved) -> SolveQuestion:
    words = (*options.deal.strip().split("/"), "0", "0")[:3]
    numbers = [parse_count(word) for word in words]
    if None in numbers:
        raise UsageError(f"{quoted(options.deal)} is out of range for a seed")
    seed, session, index = (number or 0 for number in numbers)
    first, second, third = deal(seed, session, index).hands
    position = _position(options, prepare(resolved.rules), (first, second, third, EMPTY))
    return SolveQuestion(
        resolved,
        _with_table(options, position),
        f"seed {seed}, session {session}, deal {index}{_as_dealt(position)}",
        {"seed": seed, "session": session, "index": index},
    )


def _as_dealt(position: Position) -> str:
    """Return a remark that the hands are those before the exchange, if the contract has one.

    A seed determines no exchange: the players choose it.
    """
    rule = position.game.contracts[position.contract].exchange
    return ", as dealt: nobody has exchanged" if rule.most or rule.opponents else ""


def hands_of(text: str) -> Hands:
    """Return hands by seat from lines, or parts between `;`, of a seat and its cards.

    The output of `lhombre deal` is accepted too, in words and as JSON.
    """
    hands = [EMPTY] * 4
    given: set[Seat] = set()
    for part in _PARTS.split(_unpacked(text)):
        words = part.replace(":", " ").split(maxsplit=1)
        if not words or words[0].lower() in {"seed", "talon"}:
            continue
        seat = parse_seat(words[0])
        if seat is Seat.RESTING:
            raise UsageError("a resting player has no cards; expected the seats that play")
        if seat in given:
            raise UsageError(f"the {format_seat(seat)} stands twice; expected every seat once")
        given.add(seat)
        hands[seat] = hand_of(parse_cards(words[1] if len(words) > 1 else ""))
    missing = [
        seat for seat in (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND) if seat not in given
    ]
    if missing:
        raise UsageError(
            f"the hand of the {format_seat(missing[0])} is missing; expected a record, a seed, or "
            'hands as in "forehand SA C7; middlehand …; backhand …"'
        )
    return hands[0], hands[1], hands[2], hands[3]


def _unpacked(text: str) -> str:
    """Return the JSON of `lhombre deal` as lines; other text as it is."""
    if not text.lstrip().startswith("{"):
        return text
    from lhombre_core.language.yaml.document import load

    with unreadable_if_faulty():
        data = load(text, "the deal").data
    hands = data.get("hands") if isinstance(data, dict) else None
    if not isinstance(hands, dict):
        raise UsageError("the deal has no hands; expected what `lhombre deal --json` prints")
    lines = []
    for seat, cards in hands.items():
        row = cards if isinstance(cards, list) else [cards]
        lines.append(f"{seat} {' '.join(str(card) for card in row)}")
    return "\n".join(lines)


def _position(options: SolveOptions, game: Game, hands: Hands) -> Position:
    """Return the position before the first lead of these hands, by the options."""
    if options.contract is None:
        raise UsageError("the deal does not say what is played; add --contract C")
    name = contract_id(game.rules, options.contract)
    order = FOUR_SEATS if hands[Seat.MORT] else THREE_SEATS
    ombre = Seat.MORT if hands[Seat.MORT] else Seat.FOREHAND
    if options.ombre is not None:
        ombre = parse_seat(options.ombre)
    if ombre not in order:
        raise UsageError(f"the {format_seat(ombre)} has no cards; expected a seat that plays")
    position = Position(
        game,
        name,
        trump_of(game, name, options.trump),
        int(ombre),
        hands,
        int(Seat.FOREHAND),
        order,
    )
    _require_mort(position)
    return position


def _require_mort(position: Position) -> None:
    """Raise UsageError where the mort cannot play the contract, or is missing where only he can."""
    game, name = position.game, position.contract
    plays = Seat.MORT in position.order
    own = _contracts_of_mort(game)
    if not plays and (name != game.resting_contract or name in _reached(game)):
        return
    if not own:
        raise UsageError(f"nobody can be mort in {game.rules.identity.id}; expected three hands")
    if not plays:
        raise UsageError(f"{name} is played by the mort, whose hand is missing; expected four")
    if name not in own:
        raise UsageError(f"the mort cannot play {name}; expected {one_of(own)}, or three hands")
    rule = game.contracts[name].concession
    taken_over = rule.allowed and rule.consent is Consent.TAKE_OVER
    if position.ombre != Seat.MORT and not taken_over:
        raise UsageError(f"the mort plays {name} alone; expected him as ombre")


def _contracts_of_mort(game: Game) -> list[str]:
    """Return the contracts that a resting player can enter with; empty where he may not enter."""
    table, name = game.rules.table, game.resting_contract
    rests = table.sizes & {TableSize.FOUR, TableSize.FIVE}
    if name is None or not table.resting.may_enter or not rests:
        return []
    return list(dict.fromkeys((name, *game.contracts[name].trump.counts_as.values())))


def _reached(game: Game) -> set[str]:
    """Return the contracts that another contract can become."""
    return {
        name
        for contract in game.contracts.values()
        for name in (*(contract.becomes or ()), *contract.trump.counts_as.values())
    }


def _with_table(options: SolveOptions, position: Position) -> Position:
    """Return a position with the trick so far and the tricks before it."""
    led = tuple(parse_cards(options.led))
    leader = position.leader if options.leader is None else int(parse_seat(options.leader))
    position = _without_led(position, leader, led)
    held = max(count(position.hands[seat]) for seat in position.order)
    if held > HAND_SIZE or held == 0:
        raise UsageError(f"a hand has {held} cards; expected one to nine")
    gone = TRICKS - held
    if options.tricks is None and gone:
        raise UsageError(
            f"the hands have {held} cards; add --tricks, who has taken the {gone} tricks before"
        )
    sums = [0, 0, 0, 0]
    if options.tricks is not None:
        split = parse_split(options.tricks)
        others = [seat for seat in sorted(position.order) if seat != position.ombre]
        if len(split) != len(others) + 1 or sum(split) != gone:
            raise UsageError(
                f"{quoted(options.tricks)} are not the tricks before hands of {held} cards; "
                f"expected {len(others) + 1} numbers that make {gone}"
            )
        for seat, number in zip((position.ombre, *others), split, strict=True):
            sums[seat] = number
    taken = (sums[0], sums[1], sums[2], sums[3])
    _require_followed(replace(position, leader=leader), led)
    return replace(position, leader=leader, cards=led, tricks=taken)


def _require_followed(position: Position, led: tuple[int, ...]) -> None:
    """Raise UsageError where a trick has too many cards, or a card is a revoke."""
    order = position.order
    if len(led) >= len(order):
        raise UsageError(f"the trick has {len(led)} cards; expected at most {len(order) - 1}")
    if position.leader not in order:
        return
    follow, start = position.game.follow(position.trump), order.index(position.leader)
    for number, card in enumerate(led[1:], start=1):
        seat = Seat(order[(start + number) % len(order)])
        forcing = follow.forcing(led[0], led[1]) if number > 1 else None
        if not follow.legal(position.hands[seat] | 1 << card, led[0], forcing) >> card & 1:
            first, put = format_card(CARDS[led[0]]), format_card(CARDS[card])
            raise UsageError(
                f"the {format_seat(seat)} could follow {first} and may not have played {put}; "
                "expected a trick without a revoke"
            )


def _without_led(position: Position, leader: int, led: tuple[int, ...]) -> Position:
    """Return a position whose hands no longer hold the cards of the trick so far."""
    order, left = position.order, list(position.hands)
    if leader in order:
        start = order.index(leader)
        for number, card in enumerate(led):
            left[order[(start + number) % len(order)]] &= ~(1 << card)
    return replace(position, hands=(left[0], left[1], left[2], left[3]))


# --- from a record ------------------------------------------------------------------------------


def _recorded(options: SolveOptions, text: str) -> SolveQuestion:
    for option, given in (
        ("--variant", options.variant),
        ("--leader", options.leader),
        ("--led", options.led),
        ("--tricks", options.tricks),
    ):
        if given:
            raise UsageError(f"{option} is for hands; a record says it itself")
    recorded = from_record(options, text)
    source = f"deal {recorded.number} of {options.deal}"
    if recorded.opening is None:
        if options.at is not None:
            raise UsageError("the record has no play; leave --at out")
        game = prepare(recorded.resolved.rules)
        return SolveQuestion(
            recorded.resolved, _position(recorded.complete(options), game, recorded.hands), source
        )
    position = recorded.opening
    cards = _cards_before(options.at, len(position.order))
    if cards > len(recorded.plays):
        raise UsageError(
            f"the record has {len(recorded.plays)} cards; --at {options.at} is beyond them"
        )
    for number, card in enumerate(recorded.plays[:cards]):
        position = recorded.with_taker(position, number).play(card)
    position = recorded.with_taker(position, cards)
    return SolveQuestion(recorded.resolved, _changed(options, position), source)


def _cards_before(at: str | None, seats: int) -> int:
    """Return the number of cards played before a card that is named as ``3.2``."""
    if at is None:
        return 0
    place = _AT.fullmatch(at.strip())
    if place is None or int(place[2]) > seats:
        raise UsageError(
            f"{quoted(at)} is no card of a play; expected trick 1 to 9, a point, and card 1 to "
            f"{seats} of it, as in 3.2"
        )
    return seats * (int(place[1]) - 1) + int(place[2]) - 1


def _changed(options: SolveOptions, position: Position) -> Position:
    """Return the position of a record under another contract, trump suit or ombre.

    UsageError after its first card.
    """
    if options.contract is None and options.trump is None and options.ombre is None:
        return position
    game = position.game
    name = (
        position.contract if options.contract is None else contract_id(game.rules, options.contract)
    )
    word = options.trump
    if word is None and position.trump is not None and name == position.contract:
        word = position.trump.name
    trump: Suit | None = trump_of(game, name, word)
    ombre = position.ombre if options.ombre is None else int(parse_seat(options.ombre))
    changed = replace(position, contract=name, trump=trump, ombre=ombre)
    _require_mort(changed)
    if changed != position and (position.cards or sum(position.tricks)):
        raise UsageError(
            "the record was played otherwise; --contract, --trump and --ombre can change it only "
            "before its first card"
        )
    return changed
