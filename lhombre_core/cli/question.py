"""What a question needs before it can be answered: the rules it is about, and their words."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lhombre_core.errors import FaultError, UnreadableError, UsageError
from lhombre_core.frozen import frozen
from lhombre_core.language.catalog import load_all
from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.data.path import covers
from lhombre_core.rules.data.wording import one_of, unknown
from lhombre_core.rules.session import Note, Point
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.variant import RuleSet

if TYPE_CHECKING:
    from lhombre_core.cards import Suit
    from lhombre_core.engine.state.game import Game


def ask(
    variant: str | Path,
    readings: Iterable[str] | None,
    patches: Iterable[str] | None,
    settings: Iterable[str] | None,
) -> Resolved:
    """Return the rules of a variant with what was chosen on the command line.

    A variant file with faults is an UnreadableError: the question cannot be answered.
    """
    return ask_all([variant], readings, patches, settings)[0]


def ask_all(
    variants: Sequence[str | Path],
    readings: Iterable[str] | None,
    patches: Iterable[str] | None,
    settings: Iterable[str] | None,
) -> tuple[Resolved, ...]:
    """Return the rules of several variants with what was chosen on the command line."""
    try:
        return load_all(variants, readings or (), patches or (), settings or ())
    except FaultError as error:
        raise UnreadableError(error.faults, error.texts, error.closing) from error


def require_format(form: str, known: tuple[str, ...]) -> None:
    """UsageError for a format that is not known."""
    if form not in known:
        raise UsageError(unknown("format", form, known))


def contract_id(rules: RuleSet, name: str) -> str:
    """Return the id of the contract that is meant by an id or by one of its names.

    UsageError with the nearest for an unknown one.
    """
    from lhombre_core.engine.state.call import contract_names, fold

    names = contract_names(rules)
    found = names.get(fold(name))
    if found is None:
        raise UsageError(unknown("contract", name, rules.contracts))
    return found


def trump_of(game: "Game", contract: str, trump: str | None) -> "Suit | None":
    """Return the trump suit of a contract as it was asked for; None: it has no trumps.

    UsageError for trumps in a contract without, for a suit that it cannot have, and where the
    suit is missing.
    """
    from lhombre_core.rules.contract import TrumpBy

    found = trump_if_said(game, contract, trump)
    if found is None and game.contracts[contract].trump.by is not TrumpBy.NONE:
        raise UsageError(f"{contract} is played with trumps; add --trump S, H, D or C")
    return found


def trump_if_said(game: "Game", contract: str, trump: str | None) -> "Suit | None":
    """Return the same, and None also where a trump suit is needed but was not said."""
    from lhombre_core.cards import Suit
    from lhombre_core.notation import parse_suit
    from lhombre_core.rules.contract import TrumpBy

    rule = game.contracts[contract].trump
    if trump is None:
        only = rule.suits if rule.by is not TrumpBy.NONE and len(rule.suits) == 1 else ()
        return next((Suit[letter] for letter in only), None)
    suit = parse_suit(trump)
    if rule.by is TrumpBy.NONE:
        raise UsageError(f"{contract} is played without trumps; leave --trump out")
    if rule.by is TrumpBy.OMBRE and suit.name not in rule.suits:
        wanted = one_of([other.name for other in Suit if other.name in rule.suits])
        raise UsageError(f"{suit.name} cannot be trumps in {contract}; expected {wanted}")
    return suit


def term(rules: RuleSet, word: Canonical) -> str:
    """Return the variant's own word for a canonical one."""
    return rules.terms.get(word, str(word))


@frozen
class Ruling:
    """A rule as it is quoted: where it stands, and on what it rests."""

    path: str
    file: str
    line: int
    note: Note | None
    readings: tuple[str, ...]
    """The readings chosen for the points that concern it, as `POINT reading`."""

    @property
    def place(self) -> str:
        """The file and line."""
        return f"{self.file}:{self.line}"

    @property
    def source(self) -> str:
        """Source, locator and certainty in a few words."""
        if self.note is None:
            return ""
        words: list[str] = [] if self.note.source is None else [self.note.source]
        if self.note.at is not None:
            words.append(self.note.at if "«" in self.note.at else f"«{self.note.at}»")
        return ", ".join([" ".join(words), str(self.note.certainty)] if words else ["editorial"])

    def __str__(self) -> str:
        """Return the rule on one line: path, place, source, certainty, readings."""
        chosen = f"({', '.join(self.readings)})" if self.readings else ""
        return "  ".join(filter(None, [self.path, self.place, self.source, chosen]))

    def as_json(self) -> dict[str, object]:
        """Return the fields of a source as they are printed."""
        note = self.note
        return {
            "rule": self.path,
            "file": self.file,
            "line": self.line,
            "source": None if note is None else note.source,
            "at": None if note is None else note.at,
            "says": None if note is None else note.says,
            "certainty": None if note is None else str(note.certainty),
            "readings": list(self.readings),
        }


def cite(resolved: Resolved, path: str) -> Ruling:
    """Return the rule at a path as it is quoted."""
    mark = resolved.mark(path)
    note = attributions(resolved).note(path)
    chosen = dict(reading.split("=", 1) for reading in resolved.readings)
    points = resolved.rules.apparatus.points
    readings = tuple(
        f"{name} {chosen.get(name, point.default)}"
        for name, point in points.items()
        if (note is not None and note.point == name) or _writes(point, path)
    )
    return Ruling(path, mark.file, mark.line, note, readings)


def _writes(point: Point, path: str) -> bool:
    """Return whether a reading of a point writes the rule at a path, or a part of it."""
    return any(
        covers(written, path) or covers(path, written)
        for reading in point.readings.values()
        for written in (*(reading.set or ()), *reading.remove)
    )
