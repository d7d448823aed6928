"""What `lhombre auction` answers: the calls read one by one, and what they come to."""

from dataclasses import dataclass, replace
from typing import Final

from lhombre_core.cards import Hand, cards_of
from lhombre_core.cli.question import term
from lhombre_core.engine.state.action import Bid, Enter, Pass
from lhombre_core.engine.state.call import RESTING, read_call
from lhombre_core.engine.state.game import ACES, BLACK_ACES, COLOURS, Game, prepare
from lhombre_core.engine.state.seating import seat_players
from lhombre_core.engine.why.auction_ruling import AuctionRuling, Condition, rule_auction
from lhombre_core.engine.why.reason import bid_name, card_name, contract_name
from lhombre_core.errors import UsageError
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat, format_seat
from lhombre_core.rules.auction import ForcedPlay
from lhombre_core.rules.consumer.require import require
from lhombre_core.rules.consumer.stance import Consumer
from lhombre_core.rules.contract import Requirement
from lhombre_core.rules.data.wording import one_of
from lhombre_core.rules.table import Canonical, RestingEntry
from lhombre_core.rules.transcript import parse_calls

_PROOF: Final[dict[Requirement, tuple[Hand, int, str]]] = {
    Requirement.BLACK_ACES: (BLACK_ACES, 2, "both black aces"),
    Requirement.AN_ACE: (ACES, 1, "an ace"),
    Requirement.A_BLACK_ACE: (BLACK_ACES, 1, "a black ace"),
}

_FORCED: Final = "auction.forced_play"
_NO_ENTRY: Final = "no resting player may enter here."


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
    forced: ForcedPlay | None = None
    """Who must play after three passes, where the variant has that."""

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
            "forced": None if self.forced is None else _forced_as_json(self.forced),
        }


def _forced_as_json(forced: ForcedPlay) -> dict[str, object]:
    return {"card": forced.card, "contract": forced.contract, "rule": _FORCED}


def answer(resolved: Resolved, calls: str, table: int) -> Answer:
    """Return what an auction comes to. UsageError for words that name nothing."""
    require(Consumer.AUCTION, resolved.rules)
    game = prepare(resolved.rules)
    seat_players(game.rules.table, table, 0)
    words: list[tuple[Seat, Pass | Bid]] = []
    entry: list[tuple[Seat, Enter]] = []
    standing: Bid | None = None
    for number, call in enumerate(parse_calls(calls)):
        word = read_call(game, standing, call.words, call.seat)
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
    heard = rule_auction(game, words)
    if heard.legal and entry:
        return _entered(game, heard, entry, len(words), table, words)
    return _unless_entered(game, _answer(game, heard, words), table - 3)


def _unless_entered(game: Game, found: Answer, left: int) -> Answer:
    """Return the answer to an auction where so many resting players may still be asked."""
    resting, name = game.rules.table.resting, game.resting_contract
    wanted = RestingEntry.AFTER_ALL_PASS if found.bid is None else RestingEntry.AGAINST_OMBRE
    asked = found.legal and found.complete and left > 0 and found.forced is None
    if not asked or name is None or not resting.may_enter or resting.entry is not wanted:
        return found
    so_far = "" if found.bid is None else f" {bid_name(game, found.bid)} stands."
    may = f"a resting player may yet take the talon and play {contract_name(game, name)}"
    return replace(
        found,
        sentence=f"Legal so far; {may}.{so_far}",
        complete=False,
        ombre=None,
        speaker=Seat.RESTING,
        may_declare=(),
    )


def _answer(game: Game, heard: AuctionRuling, words: list[tuple[Seat, Pass | Bid]]) -> Answer:
    needed = tuple(_needed(game, condition, words) for condition in heard.conditions)
    if not heard.legal and heard.why is not None and heard.at is not None:
        seat, word = words[heard.at]
        said = "passes" if isinstance(word, Pass) else f"says {bid_name(game, word)}"
        sentence = f"Illegal at call {heard.at}, where the {format_seat(seat)} {said}: "
        why = heard.why
        return Answer(False, sentence + why.message, at=heard.at, rule=why.rule, conditions=needed)
    forced = game.rules.auction.forced_play if heard.complete and heard.bid is None else None
    return Answer(
        True,
        _sentence(game, heard),
        rule=None if forced is None else _FORCED,
        complete=heard.complete,
        ombre=heard.ombre,
        bid=heard.bid,
        speaker=heard.speaker,
        may_declare=heard.may_declare,
        conditions=needed,
        forced=forced,
    )


def _needed(game: Game, found: Condition, words: list[tuple[Seat, Pass | Bid]]) -> Needed:
    cards, least, name = _PROOF[found.requires]
    word = words[found.at][1]
    bid = bid_name(game, word) if isinstance(word, Bid) else "a pass"
    sentence = f"For {bid} (call {found.at}) the {format_seat(found.seat)} must hold {name}."
    return Needed(found.at, found.seat, cards, least, sentence, found.rule)


def _sentence(game: Game, heard: AuctionRuling) -> str:
    if heard.ombre is None or heard.bid is None:
        if heard.complete:
            return _all_passed(game)
        so_far = "" if heard.bid is None else f" {bid_name(game, heard.bid)} stands."
        speaks = Seat.FOREHAND if heard.speaker is None else heard.speaker
        return f"Legal so far; the {format_seat(speaks)} speaks next.{so_far}"
    bid = bid_name(game, heard.bid)
    word = term(game.rules, Canonical.OMBRE)
    who = f"the {format_seat(heard.ombre)} is {word}"
    names = [contract_name(game, name) for name in heard.may_declare]
    may = f" and may play {one_of(names)}" if heard.may_declare != (heard.bid.contract,) else ""
    return f"Legal: {who} with {bid}{may}."


def _all_passed(game: Game) -> str:
    forced = game.rules.auction.forced_play
    if forced is None:
        return "Legal, and nobody plays: all have passed."
    card, contract = card_name(game.card(forced.card)), contract_name(game, forced.contract)
    return f"Legal, and all have passed: whoever holds {card} must play {contract}."


def _entered(
    game: Game,
    heard: AuctionRuling,
    entry: list[tuple[Seat, Enter]],
    at: int,
    table: int,
    words: list[tuple[Seat, Pass | Bid]],
) -> Answer:
    """Return the answer where resting players were asked whether they play."""
    name = game.resting_contract
    fault = _entry_fault(game, heard, entry, table)
    if fault is not None or name is None:
        number, why = fault or (0, _NO_ENTRY)
        rule = "table.resting.may_enter" if name is None else "table.resting.entry"
        return Answer(False, f"Illegal at call {at + number}: {why}", at=at + number, rule=rule)
    if not entry[-1][1].yes:
        return _unless_entered(game, _answer(game, heard, words), table - 3 - len(entry))
    sentence = f"Legal: a resting player takes the talon and plays {contract_name(game, name)}."
    return Answer(
        True, sentence, complete=True, ombre=Seat.MORT, bid=Bid(name), may_declare=(name,)
    )


def _entry_fault(
    game: Game, heard: AuctionRuling, entry: list[tuple[Seat, Enter]], table: int
) -> tuple[int, str] | None:
    """Return which answer of those who were asked may not be given, and why; None: all may."""
    rules = game.rules.table.resting
    wanted = RestingEntry.AFTER_ALL_PASS if heard.bid is None else RestingEntry.AGAINST_OMBRE
    if game.resting_contract is None or not rules.may_enter or rules.entry is not wanted:
        return 0, _NO_ENTRY
    if table == 3:
        return 0, "nobody rests with three at the table."
    if not heard.complete:
        return 0, "the auction is not over."
    for number, (seat, _) in enumerate(entry):
        if number and entry[number - 1][1].yes:
            return number, "a resting player plays already; nobody else is asked."
        if seat not in RESTING or number >= table - 3:
            return number, "only a resting player is asked, once."
    return None
