"""The rules that a question is about, their words, and where each of them is written."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lhombre_core.cli.option import Choices
from lhombre_core.errors import FaultError, UnreadableError, UsageError
from lhombre_core.frozen import frozen
from lhombre_core.language.catalog import load_all
from lhombre_core.language.resolve.attribution import attributions
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.rules.apparatus import Note, Point
from lhombre_core.rules.data.path import covers
from lhombre_core.rules.data.wording import one_of, unknown
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.table import Canonical
from lhombre_core.rules.variant import RuleSet

if TYPE_CHECKING:
    from lhombre_core.cards import Suit
    from lhombre_core.engine.state.game import Game

_OUTCOME_WORDS: Final = {
    Outcome.WIN: Canonical.WIN,
    Outcome.REMISE: Canonical.REMISE,
    Outcome.CODILLE: Canonical.CODILLE,
}


@contextmanager
def unreadable_if_faulty() -> Iterator[None]:
    """Raise the faults of a file as an UnreadableError: the question cannot be answered."""
    try:
        yield
    except FaultError as error:
        raise UnreadableError(error.faults, error.texts, error.closing) from error


def ask(variant: str | Path, choices: Choices) -> Resolved:
    """Return the rules of a variant under the choices of a question.

    UnreadableError for a variant file with faults.
    """
    return ask_all([variant], choices)[0]


def ask_all(variants: Sequence[str | Path], choices: Choices) -> tuple[Resolved, ...]:
    """Return the rules of several variants under the same choices. UnreadableError as above."""
    with unreadable_if_faulty():
        return load_all(variants, choices.readings, choices.patches, choices.settings)


def require_format(form: str, known: tuple[str, ...]) -> None:
    """Raise UsageError for a format that is not known."""
    if form not in known:
        raise UsageError(unknown("format", form, known))


def contract_id(rules: RuleSet, name: str) -> str:
    """Return the id of a contract that is named by its id or by its own or English name.

    UsageError with the nearest name for an unknown contract.
    """
    from lhombre_core.engine.state.call import contract_names, fold

    names = contract_names(rules)
    if fold(name) not in names:
        raise UsageError(unknown("contract", name, rules.contracts))
    return names[fold(name)]


def trump_of(game: "Game", contract: str, trump: str | None) -> "Suit | None":
    """Return the trump suit of a contract from the option --trump; None: it has no trumps.

    UsageError for trumps in a contract without, for a suit that it cannot have, and where the
    suit is missing.
    """
    from lhombre_core.rules.contract import TrumpBy

    suit = trump_if_given(game, contract, trump)
    if suit is None and game.contracts[contract].trump.by is not TrumpBy.NONE:
        raise UsageError(f"{contract} is played with trumps; add --trump S, H, D or C")
    return suit


def trump_if_given(game: "Game", contract: str, trump: str | None) -> "Suit | None":
    """Return the same, and None also where a trump suit is needed but not given."""
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
    """Return the variant's own word for a canonical word."""
    return rules.terms.get(word, str(word))


def outcome_word(rules: RuleSet, outcome: Outcome) -> str:
    """Return the variant's own word for the outcome of a deal."""
    word = _OUTCOME_WORDS.get(outcome)
    return str(outcome) if word is None else term(rules, word)


def heading(resolved: Resolved) -> dict[str, object]:
    """Return the fields with which an answer in JSON names its rules."""
    return {"variant": resolved.id, "hash": resolved.hash}


@frozen
class Citation:
    """A rule as an answer quotes it: its place, its source, and the readings that concern it."""

    path: str
    file: str
    line: int
    note: Note | None
    readings: tuple[str, ...]
    """The chosen or default reading of each point that concerns it, as `POINT reading`."""

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
        """Return the fields of the citation in JSON."""
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


def cite(resolved: Resolved, path: str) -> Citation:
    """Return the citation of the rule at a path."""
    mark = resolved.mark(path)
    note = attributions(resolved).note(path)
    chosen = dict(reading.split("=", 1) for reading in resolved.readings)
    points = resolved.rules.apparatus.points
    readings = tuple(
        f"{name} {chosen.get(name, point.default)}"
        for name, point in points.items()
        if (note is not None and note.point == name) or _writes(point, path)
    )
    return Citation(path, mark.file, mark.line, note, readings)


def _writes(point: Point, path: str) -> bool:
    """Return whether a reading of a point writes the rule at a path, or a part of it."""
    return any(
        covers(written, path) or covers(path, written)
        for reading in point.readings.values()
        for written in (*(reading.set or ()), *reading.remove)
    )
