"""The words of the rule language: every member of every closed list of the model."""

from lhombre_core.rules import variant
from lhombre_core.rules.apparatus import Extent
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.word import Word

_OUTSIDE = ("record", "transcript", "reason", "idleness")
"""Modules whose words stand in records and reports, not in variant files."""


def _kinds(kind: type[Word]) -> list[type[Word]]:
    return [each for sub in kind.__subclasses__() for each in (sub, *_kinds(sub))]


def model_kinds() -> list[type[Word]]:
    """Return the closed lists, by name."""
    package = variant.__name__.rpartition(".")[0]
    kinds = {
        kind
        for kind in _kinds(Word)
        if kind.__module__.startswith(f"{package}.")
        and kind.__module__.rpartition(".")[2] not in _OUTSIDE
        and kind not in {Outcome, Extent}  # of records, and of the list of sources
    }
    return sorted(kinds, key=lambda kind: kind.__name__)


def model_words() -> list[Word]:
    """Return every word of every list."""
    return [word for kind in model_kinds() for word in kind]
