"""The answer of `lhombre auction`: calls read one by one, and the ruling on them."""

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
class HandCondition:
    """Cards of which a hand must have held at least a number."""

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
class AuctionAnswer:
    """The ruling on an auction, in the words of its variant."""

    legal: bool
    sentence: str
    at: int | None = None
    rule: str | None = None
    complete: bool = False
    ombre: Seat | None = None
    bid: Bid | None = None
    speaker: Seat | None = None
    may_declare: tuple[str, ...] = ()
    conditions: tuple[HandCondition, ...] = ()
    forced: ForcedPlay | None = None
    """The rule by which a player must play after three passes, where the variant has it."""

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


def answer_auction(resolved: Resolved, calls: str, table: int) -> AuctionAnswer:
    """Return the answer to an auction. UsageError for words that name nothing."""
    require(Consumer.AUCTION, resolved.rules)
    game = prepare(resolved.rules)
    seat_players(game.rules.table, table, 0)
    words: list[tuple[Seat, Pass | Bid]] = []
    entries: list[tuple[Seat, Enter]] = []
    standing: Bid | None = None
    for number, call in enumerate(parse_calls(calls)):
        word = read_call(game, standing, call.words, call.seat)
        if isinstance(word, Enter):
            entries.append((call.seat, word))
            continue
        if entries:
            raise UsageError(f"call {number} comes after a resting player has spoken")
        standing = word if isinstance(word, Bid) else standing
        words.append((call.seat, word))
    if entries and not words:
        raise UsageError("call 0 is that of a resting player; expected the auction before it")
    if not words:
        raise UsageError("the auction is empty; expected calls such as 'forehand pass'")
    ruling = rule_auction(game, words)
    if ruling.legal and entries:
        return _entered(game, ruling, entries, table, words)
    return _unless_entered(game, _answer(game, ruling, words), table - 3)


def _unless_entered(game: Game, answer: AuctionAnswer, left: int) -> AuctionAnswer:
    """Return the answer to an auction where `left` resting players may still be asked."""
    resting, name = game.rules.table.resting, game.resting_contract
    wanted = RestingEntry.AFTER_ALL_PASS if answer.bid is None else RestingEntry.AGAINST_OMBRE
    asked = answer.legal and answer.complete and left > 0 and answer.forced is None
    if not asked or name is None or not resting.may_enter or resting.entry is not wanted:
        return answer
    so_far = "" if answer.bid is None else f" {bid_name(game, answer.bid)} stands."
    may = f"a resting player may yet take the talon and play {contract_name(game, name)}"
    return replace(
        answer,
        sentence=f"Legal so far; {may}.{so_far}",
        complete=False,
        ombre=None,
        speaker=Seat.RESTING,
        may_declare=(),
    )


def _answer(
    game: Game, ruling: AuctionRuling, words: list[tuple[Seat, Pass | Bid]]
) -> AuctionAnswer:
    conditions = tuple(_condition(game, condition, words) for condition in ruling.conditions)
    if not ruling.legal and ruling.why is not None and ruling.at is not None:
        seat, word = words[ruling.at]
        said = "passes" if isinstance(word, Pass) else f"says {bid_name(game, word)}"
        sentence = f"Illegal at call {ruling.at}, where the {format_seat(seat)} {said}: "
        why = ruling.why
        return AuctionAnswer(
            False, sentence + why.message, at=ruling.at, rule=why.rule, conditions=conditions
        )
    forced = game.rules.auction.forced_play if ruling.complete and ruling.bid is None else None
    return AuctionAnswer(
        True,
        _sentence(game, ruling),
        rule=None if forced is None else _FORCED,
        complete=ruling.complete,
        ombre=ruling.ombre,
        bid=ruling.bid,
        speaker=ruling.speaker,
        may_declare=ruling.may_declare,
        conditions=conditions,
        forced=forced,
    )


def _condition(
    game: Game, condition: Condition, words: list[tuple[Seat, Pass | Bid]]
) -> HandCondition:
    cards, least, name = _PROOF[condition.requires]
    word = words[condition.at][1]
    bid = bid_name(game, word) if isinstance(word, Bid) else "a pass"
    sentence = (
        f"For {bid} (call {condition.at}) the {format_seat(condition.seat)} must hold {name}."
    )
    return HandCondition(condition.at, condition.seat, cards, least, sentence, condition.rule)


def _sentence(game: Game, ruling: AuctionRuling) -> str:
    if ruling.ombre is None or ruling.bid is None:
        if ruling.complete:
            return _all_passed(game)
        so_far = "" if ruling.bid is None else f" {bid_name(game, ruling.bid)} stands."
        speaks = Seat.FOREHAND if ruling.speaker is None else ruling.speaker
        return f"Legal so far; the {format_seat(speaks)} speaks next.{so_far}"
    bid = bid_name(game, ruling.bid)
    word = term(game.rules, Canonical.OMBRE)
    who = f"the {format_seat(ruling.ombre)} is {word}"
    names = [contract_name(game, name) for name in ruling.may_declare]
    may = f" and may play {one_of(names)}" if ruling.may_declare != (ruling.bid.contract,) else ""
    return f"Legal: {who} with {bid}{may}."


def _all_passed(game: Game) -> str:
    forced = game.rules.auction.forced_play
    if forced is None:
        return "Legal, and nobody plays: all have passed."
    card, contract = card_name(game.card(forced.card)), contract_name(game, forced.contract)
    return f"Legal, and all have passed: whoever holds {card} must play {contract}."


def _entered(
    game: Game,
    ruling: AuctionRuling,
    entries: list[tuple[Seat, Enter]],
    table: int,
    words: list[tuple[Seat, Pass | Bid]],
) -> AuctionAnswer:
    """Return the answer where resting players were asked whether they play."""
    name = game.resting_contract
    fault = _entry_fault(game, ruling, entries, table)
    if fault is not None or name is None:
        number, why = fault or (0, _NO_ENTRY)
        at = len(words) + number
        rule = "table.resting.may_enter" if name is None else "table.resting.entry"
        return AuctionAnswer(False, f"Illegal at call {at}: {why}", at=at, rule=rule)
    if not entries[-1][1].yes:
        return _unless_entered(game, _answer(game, ruling, words), table - 3 - len(entries))
    sentence = f"Legal: a resting player takes the talon and plays {contract_name(game, name)}."
    return AuctionAnswer(
        True, sentence, complete=True, ombre=Seat.MORT, bid=Bid(name), may_declare=(name,)
    )


def _entry_fault(
    game: Game, ruling: AuctionRuling, entries: list[tuple[Seat, Enter]], table: int
) -> tuple[int, str] | None:
    """Return the number of the resting player who may not answer so, and why; None: all may."""
    rules = game.rules.table.resting
    wanted = RestingEntry.AFTER_ALL_PASS if ruling.bid is None else RestingEntry.AGAINST_OMBRE
    if game.resting_contract is None or not rules.may_enter or rules.entry is not wanted:
        return 0, _NO_ENTRY
    if table == 3:
        return 0, "nobody rests with three at the table."
    if not ruling.complete:
        return 0, "the auction is not over."
    for number, (seat, _) in enumerate(entries):
        if number and entries[number - 1][1].yes:
            return number, "a resting player plays already; nobody else is asked."
        if seat not in RESTING or number >= table - 3:
            return number, "only a resting player is asked, once."
    return None
