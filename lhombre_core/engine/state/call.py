"""Calls of an auction, read from the words of a record or a user, and written.

A contract is known by its id and by its names in the game's own language and in English. Case,
accents, apostrophes and the way words are joined do not matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from lhombre_core.engine.state.action import PASS, Bid, Enter, Pass
from lhombre_core.engine.state.game import COLOURS, Game
from lhombre_core.errors import UsageError
from lhombre_core.notation import Seat
from lhombre_core.rules.data.wording import unknown
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.variant import RuleSet

_PASSES: Final = frozenset({"pass", "passes"})
_HOLDS: Final = frozenset({"hold", "holds", "self"})
_ENTERS: Final = frozenset({"enter", "enters", "takes-the-talon"})
_DECLINES: Final = frozenset({"decline", "declines"})
_LETTERS: Final = str.maketrans({"ø": "o", "ß": "ss", "æ": "ae", "å": "a", "đ": "d", "ł": "l"})
RESTING: Final = frozenset({Seat.RESTING, Seat.MORT})
"""The seats of a resting player, before and after he has entered."""
_BRACKETS: Final = re.compile(r"\(([^)]*)\)")


def fold(text: str) -> str:
    """Return a name without case, accents and punctuation, its words joined by hyphens.

    >>> fold("Købe Nolo"), fold("Sans prendre")
    ('kobe-nolo', 'sans-prendre')
    """
    lower = text.casefold().translate(_LETTERS)
    bare = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return "-".join(re.findall(r"\w+", bare.replace("_", " ")))


def contract_names(rules: RuleSet) -> dict[str, str]:
    """Return the id of each contract by its folded names; an id has precedence over a name."""
    names: dict[str, str] = {}
    for contract, rule in rules.contracts.items():
        for written in (rule.name.own, rule.name.en):
            for name in (written, _BRACKETS.sub("", written), *_BRACKETS.findall(written)):
                names.setdefault(fold(name), contract)
    names.update({fold(contract): contract for contract in rules.contracts})
    names.pop("", None)
    return names


def read_call(
    game: Game, standing: Bid | None, words: str, seat: Seat | None = None
) -> Pass | Bid | Enter:
    """Return the act that words mean in an auction; `standing` is the bid that stands.

    With `seat`, the speaker: the contract of a resting player enters, and his pass declines.
    Words that name no contract, and a hold before any bid, are a `UsageError`.
    """
    call = _read(game, standing, words)
    if seat not in RESTING or isinstance(call, Enter) or game.resting_contract is None:
        return call
    if isinstance(call, Bid):
        return Enter(yes=True) if call.contract == game.resting_contract else call
    return Enter(yes=False)


def _read(game: Game, standing: Bid | None, words: str) -> Pass | Bid | Enter:
    rules = game.rules
    name = fold(words)
    if name in _with_term(rules, _PASSES, Canonical.PASS):
        return PASS
    if name in _ENTERS | _DECLINES:
        return Enter(yes=name in _ENTERS)
    colour, name = _colour(rules, name)
    holds = _with_term(rules, _HOLDS, Canonical.HOLD)
    name = next((name.removeprefix(f"{w}-") for w in holds if name.startswith(f"{w}-")), name)
    if name in holds:
        if standing is None:
            raise UsageError("nothing has been bid that could be held; expected a contract or pass")
        return standing
    contract = contract_names(rules).get(name)
    if contract is None:
        known = [*rules.contracts, "pass", "hold"]
        raise UsageError(unknown("bid", words, known))
    return Bid(contract, colour)


def write_call(action: Pass | Bid | Enter) -> str:
    """Return the words of an act of the auction, as `read_call` reads them."""
    match action:
        case Bid(contract, colour):
            return f"{contract} {COLOURS[colour]}" if colour else contract
        case Enter(yes):
            return "enters" if yes else "declines"
        case _:
            return "pass"


def _with_term(rules: RuleSet, words: Iterable[str], term: Canonical) -> set[str]:
    own = rules.terms.get(term)
    return {*words, *([fold(own)] if own else [])}


def _colour(rules: RuleSet, name: str) -> tuple[int, str]:
    """Return the privileged suit at the end of a folded call, and the words before it."""
    for colour, term in ((1, Canonical.COULEUR), (2, Canonical.SUR)):
        for word in _with_term(rules, {COLOURS[colour]}, term):
            for end in (f"-in-{word}", f"-{word}"):
                if name.endswith(end):
                    return colour, name.removesuffix(end)
    return 0, name.removesuffix(f"-{COLOURS[0]}")
