"""Records read from text, with a place for every fault.

`read` turns YAML or JSON into a `Record` and raises all faults in a single error. `Written.mark`
returns the place of a part, so that a message can point at an illegal move. The way back is
`language.record.text`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from lhombre_core.errors import Fault, FaultError, UsageError
from lhombre_core.language.record.key import (
    ACT_KEYS,
    Key,
    Keys,
    claim_keys,
    deal_keys,
    names,
    record_keys,
)
from lhombre_core.language.record.value import InsideError, line_of
from lhombre_core.language.yaml.document import Data, Document, Mark, Path, Source, load
from lhombre_core.rules import transcript
from lhombre_core.rules.data.wording import described, unknown
from lhombre_core.rules.record import DealClaims, DealRecord, Declared, Move, MoveKind, Record

_Values: TypeAlias = dict[str, Any]  # by the name of the field, each of its type

_LINES: Final = 60
"""The number of lines in which the entries of a text are looked for."""
_ENTRIES: Final[Mapping[str, Callable[[str], Iterable[object]]]] = {
    "auction": lambda line: (transcript.parse_call(line),),
    "exchange": lambda line: (transcript.parse_drawn(line),),
    "play": transcript.parse_moves,
}
"""The parsers of a line under each key that lists moves."""


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """The place of an entry: a value of the document, and a word in it."""

    path: Path
    word: str
    earlier: int
    """The number of times that the word stands before it in the same value."""

    def narrow(self, mark: Mark, text: str) -> Mark:
        """Return the place of the word, or that of the whole value where the word is missing."""
        lines = text.splitlines()
        left = self.earlier
        for line in range(mark.line - 1, min(len(lines), mark.line + _LINES)):
            start = mark.column - 1 if line == mark.line - 1 else 0
            for match in re.finditer(_as_word(self.word), lines[line][start:], re.IGNORECASE):
                if left == 0:
                    column = start + match.start() + 1
                    return Mark(mark.file, line + 1, column, max(1, len(self.word)))
                left -= 1
        return mark


def _as_word(word: str) -> str:
    """Return a pattern for a word that is not part of another word."""
    return rf"(?<![\w?]){re.escape(word)}(?![\w])"


@dataclass(frozen=True, slots=True)
class Written:
    """A record with the places of its parts in a file."""

    record: Record
    document: Document = field(repr=False)
    places: Mapping[tuple[int, str, int], EntryPlace] = field(repr=False)
    """The places of entries by deal, section and number in the section."""

    def mark(self, deal: int | None = None, section: str | None = None, entry: int = 0) -> Mark:
        """Return the place of an entry of a deal, or of the nearest part that contains it.

        Without a deal the section is a key of the record.
        """
        path = _deal_path(self.record, deal)
        if section is None:
            return self.document.mark(path)
        if deal is None:
            return self.document.mark((section,))
        place = self.places.get((deal, section, entry))
        if place is None:
            return self.document.mark((*path, section))
        return place.narrow(self.document.mark(place.path), self.document.text)

    def fault(
        self, message: str, deal: int | None = None, section: str | None = None, entry: int = 0
    ) -> Fault:
        """Return a fault at the place of an entry."""
        return self.mark(deal, section, entry).fault(message)


def _word_of(entry: object, line: str) -> str:
    """Return the word at which an entry stands in its line."""
    if not isinstance(entry, Move):
        return line
    if entry.kind is MoveKind.CARD:
        return transcript.UNKNOWN if entry.card is None else entry.card.name
    return str(entry.kind).split()[0]


def _deal_path(record: Record, deal: int | None) -> Path:
    if deal is None:
        return ()
    return ("deals", deal) if record.is_session else ()


def read(source: Source, name: str | None = None) -> Written:
    """Return the record in a file, or in text at hand; a `str` is text, not a path.

    FaultError with every fault; UnreadableError, a FaultError, if there is no file to read.
    """
    document = load(source, name)
    reader = _RecordReader(document)
    record = reader.record()
    if reader.faults:
        faults = sorted(reader.faults, key=lambda fault: (fault.line or 0, fault.column or 0))
        raise FaultError(faults, {document.name: document.text})
    return Written(record, document, reader.places)


class _RecordReader:
    """The state of a reading: the players, the faults, and the places of the moves.

    A method returns a value, or notes a fault and returns a default.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.faults: list[Fault] = []
        self.places: dict[tuple[int, str, int], EntryPlace] = {}
        self.players = Record("").players

    def note(self, path: Path, message: str, *, key: bool = False) -> None:
        self.faults.append(self.document.fault(path, message, key=key))

    def record(self) -> Record:
        data = self.document.data
        if not isinstance(data, dict):
            self.note((), f"{described(data)}; expected the keys of a record")
            return Record("")
        is_session = "deals" in data
        keys = record_keys(self.players)
        parts = () if is_session else self.deal_keys()
        self.require_known(data, (), ("deals", *names(keys), *names(parts)))
        if "variant" not in data:
            self.note((), "variant is missing: the id of the rules that were played")
        whole = data.get("hash")
        if isinstance(whole, int) and not isinstance(whole, bool):
            # A hash may happen to have no letter; it is no number all the same.
            data = {**data, "hash": self.document.written(("hash",))}
        first = [key for key in keys if key.name == "players"]
        self.players = self.values(data, (), first).get("players", self.players)
        elsewhere = {"players"} if is_session else {"players", *names(parts)}
        rest = [key for key in record_keys(self.players) if key.name not in elsewhere]
        deals = self.deals(data["deals"]) if is_session else (self.deal(data, (), 0),)
        values = {"variant": "", **self.values(data, (), rest)}
        return Record(**values, players=self.players, deals=deals, is_session=is_session)

    def require_known(self, data: Mapping[str, Data], path: Path, known: Sequence[str]) -> None:
        for key in data:
            if key not in known:
                self.note((*path, key), unknown("key", key, known), key=True)

    def values(self, data: Mapping[str, Data], path: Path, keys: Iterable[Key[Any]]) -> _Values:
        """Return by field the values of the keys that are there and have no fault."""
        values: _Values = {}
        for key in keys:
            if key.name not in data or key.read is None:
                continue
            try:
                values[key.filled] = key.read(data[key.name])
            except InsideError as error:
                self.note((*path, key.name, *error.path), error.message)
            except UsageError as error:
                self.note((*path, key.name), str(error))
        return values

    def deal_keys(self) -> Keys:
        return (*deal_keys(self.players), *claim_keys(self.players))

    def deals(self, data: Data) -> tuple[DealRecord, ...]:
        if not isinstance(data, list) or not data:
            self.note(("deals",), f"{described(data)}; expected a list of deals")
            return ()
        deals = []
        for index, item in enumerate(data):
            path = ("deals", index)
            if isinstance(item, dict):
                self.require_known(item, path, names(self.deal_keys()))
                deals.append(self.deal(item, path, index))
            else:
                self.note(path, f"{described(item)}; expected the keys of a deal")
        return tuple(deals)

    def deal(self, data: Mapping[str, Data], path: Path, index: int) -> DealRecord:
        values = self.values(data, path, deal_keys(self.players))
        for key, parse in _ENTRIES.items():
            if key in data:
                values[key] = self.entries(data[key], path, index, key, parse)
        if "irregularities" in data:
            values["irregularities"] = self.acts(data["irregularities"], (*path, "irregularities"))
        claims = DealClaims(**self.values(data, path, claim_keys(self.players)))
        return DealRecord(**values, claims=claims)

    def entries(
        self,
        data: Data,
        path: Path,
        deal: int,
        key: str,
        parse: Callable[[str], Iterable[object]],
    ) -> tuple[object, ...]:
        """Return the entries of a list of lines, or of a text that parts them by `;`."""
        items: list[tuple[Path, Data]] = [((*path, key), data)]
        if isinstance(data, list):
            items = [((*path, key, index), item) for index, item in enumerate(data)]
        entries: list[object] = []
        for place, item in items:
            before: Counter[str] = Counter()
            try:
                for line in transcript.lines(line_of(item)):
                    for entry in parse(line):
                        word = _word_of(entry, line)
                        self.places[deal, key, len(entries)] = EntryPlace(place, word, before[word])
                        before[word] += 1
                        entries.append(entry)
            except UsageError as error:
                self.note(place, str(error))
        return tuple(entries)

    def acts(self, data: Data, path: Path) -> tuple[Declared, ...]:
        if not isinstance(data, list):
            self.note(path, f"{described(data)}; expected a list of irregular acts")
            return ()
        acts = (self.act(item, (*path, index)) for index, item in enumerate(data))
        return tuple(act for act in acts if act is not None)

    def act(self, data: Data, path: Path) -> Declared | None:
        if not isinstance(data, dict):
            self.note(path, f"{described(data)}; expected offence, seat and what is known of it")
            return None
        before = len(self.faults)
        self.require_known(data, path, names(ACT_KEYS))
        for key in ("offence", "seat"):
            if key not in data:
                self.note(path, f"{key} is missing")
        values = self.values(data, path, ACT_KEYS)
        return Declared(**values) if len(self.faults) == before else None
