"""Coherence of the contracts: fields of a contract that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lhombre_core.errors import Fault, quoted
from lhombre_core.language.coherence.number import SUITS
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.contract import (
    Consent,
    Contract,
    EnteredBy,
    Family,
    Goal,
    Kept,
    Requirement,
    Shown,
    Taken,
    TrumpBy,
    Untaken,
    VoleBy,
)
from lhombre_core.rules.data.wording import unknown

Finding = tuple[str, ...]
"""The path of a rule inside a contract, what is wrong with it, and rules it contradicts."""

NO_TRICK = frozenset({Family.NO_TRICK_EXCHANGE, Family.NO_TRICK_NO_EXCHANGE, Family.NO_TRICK_OPEN})
_TURNED = frozenset({Family.TURNED_TRUMP, Family.TURNED_TRUMP_BLACK_ACES})
_SPADES = frozenset({Family.SPADES_EXCHANGE, Family.SPADES_NO_EXCHANGE})
_EXCHANGE = frozenset(
    {Family.NAME_TRUMP_EXCHANGE, Family.SPADES_EXCHANGE, Family.NO_TRICK_EXCHANGE}
)
_NO_EXCHANGE = frozenset(
    {
        Family.NAME_TRUMP_NO_EXCHANGE,
        Family.SPADES_NO_EXCHANGE,
        Family.NO_TRICK_NO_EXCHANGE,
        Family.NO_TRICK_OPEN,
    }
)
_TALON = 13
_HAND = 9


def _trumps(contract: Contract) -> Iterator[Finding]:
    """Check that a contract has trump suits exactly where it has trumps."""
    trump = contract.trump
    wrong = sorted(trump.suits - SUITS)
    if wrong:
        yield f"trump.suits.{wrong[0]}", f"{quoted(wrong[0])} is no suit; expected S, C, H or D"
    elif trump.by is TrumpBy.NONE and trump.suits:
        yield "trump.suits", "there are no trumps in this contract; expected no suits: {}"
    elif trump.by is TrumpBy.OMBRE and not trump.suits:
        yield "trump.suits", "the ombre names trumps; expected the suits he can name"
    elif trump.by is TrumpBy.TURNED_CARD and trump.suits != SUITS:
        yield "trump.suits", "any suit can be turned; expected all four"


def _family_trumps(contract: Contract) -> Iterator[Finding]:
    """Check that the trumps of a contract are those of its family."""
    family, by = contract.family, contract.trump.by
    turned = by is TrumpBy.TURNED_CARD
    if (family in NO_TRICK or family is Family.NO_TRUMP) != (by is TrumpBy.NONE):
        has = "no trumps" if by is TrumpBy.NONE else "trumps"
        message = f"a contract of the family {family.value} has {_other(has)}, not {has}"
        yield "trump.by", message, "family"
    elif (family in _TURNED) != turned:
        message = f"in the family {family.value} trumps are {'named' if turned else 'turned'}"
        yield "trump.by", message, "family"
    elif family in _SPADES and contract.trump.suits != {"S"}:
        message = f"in the family {family.value} spades are trumps; expected {{S: true}}"
        yield "trump.suits", message, "family"
    if family is Family.TURNED_TRUMP_BLACK_ACES and contract.requires is not Requirement.BLACK_ACES:
        yield "requires", f"the family {family.value} requires black-aces", "family"


def _other(has: str) -> str:
    return "trumps" if has == "no trumps" else "no trumps"


def _family_goal(contract: Contract) -> Iterator[Finding]:
    """Check that the contracts whose goal is no trick are those of the families of no tricks."""
    aims = contract.goal is Goal.NO_TRICK
    if (contract.family in NO_TRICK) != aims:
        wanted = "most-tricks" if aims else "no-trick"
        message = f"in the family {contract.family.value} the goal is {wanted}"
        yield "goal", message, "family"


def _family_entry(contract: Contract) -> Iterator[Finding]:
    """Check that only the contract of the resting player is entered by him."""
    resting = contract.entry.by is EnteredBy.RESTING_SEAT
    if (contract.family is Family.RESTING_PLAYER) != resting:
        who = "by a bid" if resting else "by a resting player: resting-seat"
        message = f"a contract of the family {contract.family.value} is entered {who}"
        yield "entry.by", message, "family"


def _exchange(contract: Contract) -> Iterator[Finding]:
    """Check that the numbers of discards are possible and in order."""
    exchange = contract.exchange
    least, most = exchange.least, exchange.most
    if exchange.taken is Taken.WHOLE_TALON:
        surplus = _TALON - _HAND if contract.entry.by is EnteredBy.RESTING_SEAT else _TALON
        for part, number in (("least", least), ("most", most)):
            if number != surplus:
                message = f"with the whole talon he discards {surplus} cards, not {number}"
                yield f"exchange.{part}", message, "exchange.taken"
        return
    for part, number in (("least", least), ("most", most)):
        if not 0 <= number <= _HAND:
            message = f"{number} is more than a hand holds; expected 0 to {_HAND}"
            yield f"exchange.{part}", message.replace("more", "less" if number < 0 else "more")
            return
    if least > most:
        message = f"at least {least} and at most {most} cards contradict each other"
        yield "exchange.least", message, "exchange.most"
    elif exchange.kept is not Kept.ANY and (least, most) != (_HAND - 1, _HAND - 1):
        message = "who keeps one card discards 8; expected least and most to be 8"
        yield "exchange.kept", message, "exchange.least", "exchange.most"


def _family_exchange(contract: Contract) -> Iterator[Finding]:
    """Check that the ombre exchanges as the family of the contract says."""
    family, most = contract.family, contract.exchange.most
    if family in _NO_EXCHANGE and most > 0:
        message = f"in the family {family.value} the ombre exchanges nothing"
        yield "exchange.most", message, "family"
    elif family in _EXCHANGE | {Family.FIXED_EXCHANGE} and most == 0:
        message = f"in the family {family.value} the ombre exchanges cards"
        yield "exchange.most", message, "family"
    elif family is Family.FIXED_EXCHANGE and contract.exchange.least != most:
        message = f"in the family {family.value} the number is fixed; expected {most}"
        yield "exchange.least", message, "family"


def _shown(contract: Contract) -> Iterator[Finding]:
    """Check that only aces that are required are shown."""
    if contract.requires is Requirement.NOTHING and contract.shows is not Shown.NEVER:
        yield "shows", "nothing is required, so nothing is shown; expected never", "requires"


def _vole(contract: Contract) -> Iterator[Finding]:
    """Check that no vole is paid, or played for, where a contract has none."""
    vole = contract.vole
    if contract.goal is Goal.NO_TRICK and vole.by is not VoleBy.NOT:
        message = "there is no vole where no trick is wanted; expected not-played"
        yield "vole.by", message, "goal"
    elif vole.by is VoleBy.NOT:
        for part, quantity in (("made", vole.made), ("failed", vole.failed)):
            if quantity.number != 0:
                message = "there is no vole in this contract; expected 0"
                yield f"vole.{part}.number", message, "vole.by"
    if (contract.family is Family.VOLE) != (vole.by is VoleBy.BID):
        wanted = "bid" if contract.family is Family.VOLE else "choice or not-played"
        yield "vole.by", f"in the family {contract.family.value} expected {wanted}", "family"


def _codille(contract: Contract) -> Iterator[Finding]:
    """Check that a codille has a price by tricks only where the contract wants no trick."""
    above = contract.codille.per_trick_above
    if above is None:
        return
    if contract.goal is not Goal.NO_TRICK:
        message = "tricks of the ombre cost something only where he wants none; expected none"
        yield "codille.per_trick_above", message, "goal"
    elif not 0 <= above <= _HAND:
        yield "codille.per_trick_above", f"{above} tricks; expected 0 to {_HAND}"


def _stake(contract: Contract) -> Iterator[Finding]:
    """Check that the factor of a bête is at least one."""
    if contract.stake.factor < 1:
        yield "stake.factor", f"a factor of {contract.stake.factor}; expected 1 or more"


def _concession(contract: Contract) -> Iterator[Finding]:
    """Check that only an offer to be taken over can be refused."""
    concession = contract.concession
    over = concession.consent is Consent.TAKE_OVER
    if concession.allowed and concession.untaken is Untaken.REFUSED and not over:
        message = "nobody is asked to take over, so nothing is refused; expected stands"
        yield "concession.untaken", message, "concession.consent"


_OF_ONE: tuple[Callable[[Contract], Iterator[Finding]], ...] = (
    _trumps,
    _family_trumps,
    _family_goal,
    _family_entry,
    _exchange,
    _family_exchange,
    _shown,
    _vole,
    _codille,
    _stake,
    _concession,
)


def fields_of_a_contract_go_together(resolved: Resolved) -> Iterator[Fault]:
    """Check that no field of a contract contradicts another."""
    for name, contract in resolved.rules.contracts.items():
        for check in _OF_ONE:
            for path, message, *others in check(contract):
                inside = [f"contracts.{name}.{other}" for other in (path, *others)]
                yield resolved.clash(message, *inside)


def a_suit_counts_as_a_contract_that_exists(resolved: Resolved) -> Iterator[Fault]:
    """Check that `counts_as` leads from a suit of the contract to another contract."""
    contracts = resolved.rules.contracts
    for name, contract in contracts.items():
        for suit, other in contract.trump.counts_as.items():
            path = f"contracts.{name}.trump.counts_as.{suit}"
            if suit not in contract.trump.suits:
                message = f"{quoted(suit)} cannot be trumps in this contract"
                yield resolved.fault(path, message, key=True)
            if other not in contracts or other == name:
                others = [key for key in contracts if key != name]
                yield resolved.fault(path, unknown("contract", other, others))


def two_tricks_in_a_game_of_none_are_judged(resolved: Resolved) -> Iterator[Fault]:
    """Check that the result of two tricks is given exactly where a contract wants no trick."""
    result = resolved.rules.result
    games = [
        name
        for name, contract in resolved.rules.contracts.items()
        if contract.goal is Goal.NO_TRICK or contract.family in NO_TRICK
    ]
    if games and result.two_in_no_trick is None:
        message = f"{quoted(games[0])} wants no trick; are two a remise or a codille?"
        path = "result.two_in_no_trick"
        yield resolved.clash(message, path, f"contracts.{games[0]}.goal")
    elif not games and result.two_in_no_trick is not None:
        message = "there is no contract of no tricks; expected none"
        yield resolved.fault("result.two_in_no_trick", message)


CHECKS = (
    fields_of_a_contract_go_together,
    a_suit_counts_as_a_contract_that_exists,
    two_tricks_in_a_game_of_none_are_judged,
)
