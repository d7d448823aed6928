"""What `lhombre auction` answers: the calls read one by one, and what they come to."""

from dataclasses import dataclass
from typing import Final

from lhombre_core.cards import Hand, cards_of
from lhombre_core.cli.question import term
from lhombre_core.engine.action import Bid, Enter, Pass
from lhombre_core.engine.call import read_call
from lhombre_core.engine.game import ACES, BLACK_ACES, COLOURS, Game, prepare
from lhombre_core.engine.hearing import Condition, Heard, hear
from lhombre_core.engine.seating import seat_players
from lhombre_core.engine.why import bid_name, contract_name
from lhombre_core.errors import UsageError
from lhombre_core.language.resolve import Resolved
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.contract import Requirement
from lhombre_core.rules.table import Canonical, RestingEntry
from lhombre_core.rules.transcript import parse_calls
from lhombre_core.rules.wording import one_of

_PROOF: Final[dict[Requirement, tuple[Hand, int, str]]] = {
    Requirement.BLACK_ACES: (BLACK_ACES, 2, "both black aces"),
    Requirement.AN_ACE: (ACES, 1, "an ace"),
    Requirement.A_BLACK_ACE: (BLACK_ACES, 1, "a black ace"),
}


@dataclass(frozen=True, slots=True)
class Needed:
    """What a hand must have held: so many at least of some cards."""

    at: int
    seat: Seat
    cards: Hand
    least: int
    sentence: str
    rule: str

    def as_json(self) -> dict[str, object]:
        """Return the fields of the condition as they are printed."""
        return {
            "at": self.at,
            "seat": format_seat(self.seat),
            "cards": [card.name for card in cards_of(self.cards)],
            "least": self.least,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """What an auction comes to."""

    legal: bool
    sentence: str
    at: int | None = None
    rule: str | None = None
    complete: bool = False
    ombre: Seat | None = None
    bid: Bid | None = None
    speaker: Seat | None = None
    may_declare: tuple[str, ...] = ()
    conditions: tuple[Needed, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the fields of the answer as they are printed."""
        if not self.legal:
            return {"legal": False, "at": self.at, "rule": self.rule, "message": self.sentence}
        return {
            "legal": True,
            "complete": self.complete,
            "ombre": None if self.ombre is None else format_seat(self.ombre),
            "bid": None if self.bid is None else self.bid.contract,
            "colour": None if self.bid is None else COLOURS[self.bid.colour],
            "speaker": None if self.speaker is None else format_seat(self.speaker),
            "may_declare": list(self.may_declare),
            "conditions": [condition.as_json() for condition in self.conditions],
        }


def answer(resolved: Resolved, calls: str, table: int) -> Answer:
    """Return what an auction comes to. UsageError for words that name nothing."""
    game = prepare(resolved.rules)
    seat_players(game.rules.table, table, 0)
    words: list[tuple[Seat, Pass | Bid]] = []
    entry: list[tuple[Seat, Enter]] = []
    standing: Bid | None = None
    for number, call in enumerate(parse_calls(calls)):
        word = read_call(game, standing, call.words)
        if isinstance(word, Enter):
            entry.append((call.seat, word))
            continue
        if entry:
            raise UsageError(f"call {number} comes after a resting player has spoken")
        standing = word if isinstance(word, Bid) else standing
        words.append((call.seat, word))
    if entry and not words:
        raise UsageError("call 0 is that of a resting player; expected the auction before it")
    if not words:
        raise UsageError("the auction is empty; expected calls such as 'forehand pass'")
    heard = hear(game, words)
    if heard.legal and entry:
        return _entered(game, heard, entry, len(words), table)
    return _answer(game, heard, words)


def _answer(game: Game, heard: Heard, words: list[tuple[Seat, Pass | Bid]]) -> Answer:
    needed = tuple(_needed(game, condition, words) for condition in heard.conditions)
    if not heard.legal and heard.why is not None and heard.at is not None:
        seat, word = words[heard.at]
        said = "passes" if isinstance(word, Pass) else f"says {bid_name(game, word)}"
        sentence = f"Illegal at call {heard.at}, where the {format_seat(seat)} {said}: "
        why = heard.why
        return Answer(False, sentence + why.message, at=heard.at, rule=why.rule, conditions=needed)
    return Answer(
        True,
        _sentence(game, heard),
        rule=None,
        complete=heard.complete,
        ombre=heard.ombre,
        bid=heard.bid,
        speaker=heard.speaker,
        may_declare=heard.may_declare,
        conditions=needed,
    )


def _needed(game: Game, found: Condition, words: list[tuple[Seat, Pass | Bid]]) -> Needed:
    cards, least, name = _PROOF[found.requires]
    word = words[found.at][1]
    bid = bid_name(game, word) if isinstance(word, Bid) else "a pass"
    sentence = f"For {bid} (call {found.at}) the {format_seat(found.seat)} must hold {name}."
    return Needed(found.at, found.seat, cards, least, sentence, found.rule)


def _sentence(game: Game, heard: Heard) -> str:
    if heard.ombre is None or heard.bid is None:
        if heard.complete:
            return "Legal, and nobody plays: all have passed."
        so_far = "" if heard.bid is None else f" {bid_name(game, heard.bid)} stands."
        speaks = Seat.FOREHAND if heard.speaker is None else heard.speaker
        return f"Legal so far; the {format_seat(speaks)} speaks next.{so_far}"
    bid = bid_name(game, heard.bid)
    word = term(game.rules, Canonical.OMBRE)
    who = f"the {format_seat(heard.ombre)} is {word}"
    names = [contract_name(game, name) for name in heard.may_declare]
    may = f" and may play {one_of(names)}" if heard.may_declare != (heard.bid.contract,) else ""
    return f"Legal: {who} with {bid}{may}."


def _entered(
    game: Game, heard: Heard, entry: list[tuple[Seat, Enter]], at: int, table: int
) -> Answer:
    """Return the answer where resting players were asked whether they play."""
    rules, name = game.rules.table.resting, game.resting_contract
    why = None
    wanted = RestingEntry.AFTER_ALL_PASS if heard.bid is None else RestingEntry.AGAINST_OMBRE
    if name is None or not rules.may_enter or rules.entry is not wanted:
        why = "no resting player may enter here."
    elif table == 3:
        why = "nobody rests with three at the table."
    elif not heard.complete:
        why = "the auction is not over."
    elif any(seat not in {Seat.RESTING, Seat.MORT} for seat, _ in entry) or len(entry) > table - 3:
        why = "only a resting player is asked, once."
    if why is not None or name is None:
        rule = "table.resting.may_enter" if name is None else "table.resting.entry"
        return Answer(False, f"Illegal at call {at}: {why}", at=at, rule=rule)
    if not entry[-1][1].yes:
        return _answer(game, heard, [])
    sentence = f"Legal: a resting player takes the talon and plays {contract_name(game, name)}."
    return Answer(
        True, sentence, complete=True, ombre=Seat.MORT, bid=Bid(name), may_declare=(name,)
    )
