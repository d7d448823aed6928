"""Records as text: read with a place for every fault, and written so that they are read back.

`read` turns YAML or JSON into a `Record`, noting all that is wrong in one go; `Written.mark` says
where a part of it stands, so that a move that is illegal can be pointed at. The way back is
`language.record.text`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from lhombre_core.errors import Fault, FaultError, UsageError
from lhombre_core.language.record.value import (
    InsideError,
    Path,
    by_seat,
    colour_of,
    held_of,
    inside,
    integer_of,
    line_of,
    offence_of,
    one,
    opponent_run_of,
    outcome_of,
    players_of,
    seat_of,
    settings_of,
    split_of,
    suit_of,
    sums_of,
    text_of,
    texts_of,
    truth_of,
    vole_of,
    whole_of,
)
from lhombre_core.language.yaml.document import Data, Document, Mark, Source, load
from lhombre_core.notation import Seat, parse_count
from lhombre_core.rules import transcript
from lhombre_core.rules.data.wording import described, unknown
from lhombre_core.rules.record import (
    Claims,
    DealRecord,
    Declared,
    Move,
    MoveKind,
    Record,
)
from lhombre_core.rules.settlement import Offence

T = TypeVar("T")

_LINES: Final = 60
"""Over how many lines the entries of one text are looked for."""
_KEYS: Final = {"pools": "pools_after"}

_TOP_KEYS: Final = [
    "note",
    "variant",
    "readings",
    "patches",
    "set",
    "hash",
    "players",
    "first_dealer",
    "pools",
    "bete",
    "over",
    "deals",
    "finished",
    "totals",
]
_DEAL_KEYS: Final = [
    "note",
    "dealer",
    "hands",
    "hands_at_lead",
    "talon",
    "second_pack",
    "auction",
    "ombre",
    "contract",
    "colour",
    "trump",
    "exchange",
    "play",
    "split",
    "tricks",
    "run",
    "surrenderer_run",
    "opponent_run",
    "vole",
    "primera",
    "conceded",
    "taken_over",
    "irregularities",
    "result",
    "payments",
    "pools_after",
    "balances",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands: a value of the document, and the word in it."""

    path: Path
    word: str
    earlier: int
    """How often the word stands in the same value before."""

    def narrow(self, mark: Mark, text: str) -> Mark:
        """Return the place of the word, or that of the whole value where it is not found."""
        lines = text.splitlines()
        left = self.earlier
        for line in range(mark.line - 1, min(len(lines), mark.line + _LINES)):
            start = mark.column - 1 if line == mark.line - 1 else 0
            found = re.finditer(_as_word(self.word), lines[line][start:], re.IGNORECASE)
            for match in found:
                if left == 0:
                    column = start + match.start() + 1
                    return Mark(mark.file, line + 1, column, max(1, len(self.word)))
                left -= 1
        return mark


def _as_word(word: str) -> str:
    """Return a pattern that finds a word where it is not part of another."""
    return rf"(?<![\w?]){re.escape(word)}(?![\w])"


@dataclass(frozen=True, slots=True)
class Written:
    """A record, and where in its file everything stands."""

    record: Record
    document: Document
    places: Mapping[tuple[int, str, int], Place] = field(repr=False)
    """Deal, section and number of an entry in it to where it stands."""

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
            return self.document.mark((*path, _KEYS.get(section, section)))
        return place.narrow(self.document.mark(place.path), self.document.text)

    def fault(
        self, message: str, deal: int | None = None, section: str | None = None, entry: int = 0
    ) -> Fault:
        """Return a fault at the place of an entry."""
        return self.mark(deal, section, entry).fault(message)


def _word_of(entry: object, line: str) -> str:
    """Return the word by which an entry is found in its line."""
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
    reader = _Reader(document)
    record = reader.record()
    if reader.faults:
        faults = sorted(reader.faults, key=lambda fault: (fault.line or 0, fault.column or 0))
        raise FaultError(faults, {document.name: document.text})
    return Written(record, document, reader.places)


class _Reader:
    """One reading. A method returns the value, or a default once it has noted a fault."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.faults: list[Fault] = []
        self.places: dict[tuple[int, str, int], Place] = {}
        self.players: tuple[str, ...] = ("0", "1", "2")

    def note(self, path: Path, message: str, *, key: bool = False) -> None:
        self.faults.append(self.document.fault(path, message, key=key))

    def record(self) -> Record:
        data = self.document.data
        if not isinstance(data, dict):
            self.note((), f"{described(data)}; expected the keys of a record")
            return Record("")
        is_session = "deals" in data
        self.known(data, (), _TOP_KEYS if is_session else [*_TOP_KEYS, *_DEAL_KEYS])
        if "variant" not in data:
            self.note((), "variant is missing: the id of the rules that were played")
        self.players = self.take(data, (), "players", players_of, self.players)
        deals = self.deals(data) if is_session else (self.deal(data, (), 0),)
        return Record(
            variant=self.take(data, (), "variant", text_of, ""),
            readings=self.take(data, (), "readings", texts_of, ()),
            patches=self.take(data, (), "patches", texts_of, ()),
            settings=self.take(data, (), "set", settings_of, ()),
            hash=self.take(data, (), "hash", self.hash_of, None),
            players=self.players,
            first_dealer=self.take(data, (), "first_dealer", self.player, 0),
            pools=self.take(data, (), "pools", sums_of, None),
            bete=self.take(data, (), "bete", truth_of, default=False),
            over=self.take(data, (), "over", text_of, None),
            deals=deals,
            is_session=is_session,
            finished=self.take(data, (), "finished", truth_of, default=False),
            totals=self.take(data, (), "totals", self.balances, None),
            note=self.take(data, (), "note", text_of, None) if is_session else None,
        )

    def known(self, data: Mapping[str, Data], path: Path, keys: Sequence[str]) -> None:
        for key in data:
            if key not in keys:
                self.note((*path, key), unknown("key", key, keys), key=True)

    def deals(self, data: Mapping[str, Data]) -> tuple[DealRecord, ...]:
        found = data["deals"]
        if not isinstance(found, list) or not found:
            self.note(("deals",), f"{described(found)}; expected a list of deals")
            return ()
        deals = []
        for index, item in enumerate(found):
            path = ("deals", index)
            if isinstance(item, dict):
                self.known(item, path, _DEAL_KEYS)
                deals.append(self.deal(item, path, index))
            else:
                self.note(path, f"{described(item)}; expected the keys of a deal")
        return tuple(deals)

    def deal(self, data: Mapping[str, Data], path: Path, index: int) -> DealRecord:
        def take(key: str, parse: Callable[[Data], T], default: T) -> T:
            return self.take(data, path, key, parse, default)

        def listed(key: str, parse: Callable[[str], Iterable[T]]) -> tuple[T, ...]:
            return self.entries(data, path, index, key, parse)

        return DealRecord(
            dealer=take("dealer", self.player, None),
            hands=take("hands", by_seat(held_of), {}),
            hands_at_lead=take("hands_at_lead", by_seat(held_of), {}),
            talon=take("talon", lambda value: transcript.parse_row(text_of(value)), None),
            second_pack=take("second_pack", suit_of, None),
            auction=listed("auction", one(transcript.parse_call)) if "auction" in data else None,
            ombre=take("ombre", seat_of, None),
            contract=take("contract", text_of, None),
            colour=take("colour", colour_of, 0),
            trump=take("trump", suit_of, None),
            exchange=listed("exchange", one(transcript.parse_drawn)),
            play=listed("play", transcript.parse_moves),
            tricks=take("tricks", by_seat(whole_of), {}),
            split=take("split", split_of, None),
            run=take("run", whole_of, None),
            surrenderer_run=take("surrenderer_run", whole_of, None),
            opponent_run=take("opponent_run", opponent_run_of, None),
            vole=take("vole", vole_of, None),
            primera=take("primera", truth_of, default=False),
            conceded=take("conceded", truth_of, default=False),
            taken_over=take("taken_over", seat_of, None),
            irregularities=self.irregularities(data, path),
            claims=Claims(
                result=take("result", outcome_of, None),
                payments=take("payments", by_seat(integer_of), {}),
                pools=take("pools_after", sums_of, {}),
                balances=take("balances", self.balances, None),
            ),
            note=take("note", text_of, None),
        )

    def take(
        self,
        data: Mapping[str, Data],
        path: Path,
        key: str,
        parse: Callable[[Data], T],
        default: T,
    ) -> T:
        """Return the value of a key; the default where it is missing or a fault was noted."""
        if key not in data:
            return default
        try:
            return parse(data[key])
        except InsideError as error:
            self.note((*path, key, *error.path), error.message)
        except UsageError as error:
            self.note((*path, key), str(error))
        return default

    def entries(
        self,
        data: Mapping[str, Data],
        path: Path,
        deal: int,
        key: str,
        parse: Callable[[str], Iterable[T]],
    ) -> tuple[T, ...]:
        """Return the entries of a list of lines, or of one text that parts them by `;`."""
        value = data.get(key)
        if value is None and key not in data:
            return ()
        if isinstance(value, list):
            items = [((*path, key, i), item) for i, item in enumerate(value)]
        else:
            items = [((*path, key), value)]
        found: list[T] = []
        for place, item in items:
            before: Counter[str] = Counter()
            try:
                for line in transcript.lines(line_of(item)):
                    for entry in parse(line):
                        word = _word_of(entry, line)
                        self.places[deal, key, len(found)] = Place(place, word, before[word])
                        before[word] += 1
                        found.append(entry)
            except UsageError as error:
                self.note(place, str(error))
        return tuple(found)

    def irregularities(self, data: Mapping[str, Data], path: Path) -> tuple[Declared, ...]:
        value = data.get("irregularities", [])
        place = (*path, "irregularities")
        if not isinstance(value, list):
            self.note(place, f"{described(value)}; expected a list of irregular acts")
            return ()
        found = []
        for index, item in enumerate(value):
            act = self.irregularity(item, (*place, index))
            if act is not None:
                found.append(act)
        return tuple(found)

    def irregularity(self, data: Data, path: Path) -> Declared | None:
        if not isinstance(data, dict):
            self.note(path, f"{described(data)}; expected offence, seat and what is known of it")
            return None
        before = len(self.faults)
        self.known(data, path, ["offence", "seat", "notice", "seen", "late", "count"])
        for key in ("offence", "seat"):
            if key not in data:
                self.note(path, f"{key} is missing")
        act = Declared(
            offence=self.take(data, path, "offence", offence_of, Offence.REVOKE),
            seat=self.take(data, path, "seat", seat_of, Seat.FOREHAND),
            notice=self.take(data, path, "notice", truth_of, default=True),
            seen=self.take(data, path, "seen", truth_of, default=True),
            late=self.take(data, path, "late", truth_of, default=False),
            count=self.take(data, path, "count", integer_of, 1),
        )
        return act if len(self.faults) == before else None

    def hash_of(self, value: Data) -> str:
        """Return a hash, which may happen to have no letter; it is no number all the same."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.document.written(("hash",))
        return text_of(value)

    def player(self, value: Data) -> int:
        """Return a player by name or number."""
        name = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if isinstance(name, str) and name in self.players:
            return self.players.index(name)
        number = parse_count(name) if isinstance(name, str) else None
        if number is not None and number < len(self.players):
            return number
        if not isinstance(name, str):
            raise UsageError(f"{described(value)}; expected a player")
        raise UsageError(unknown("player", name, self.players))

    def balances(self, value: Data) -> tuple[int, ...]:
        """Return a sum for each player, from a mapping by name or a list in their order."""
        if isinstance(value, dict):
            sums = {self.player(key): inside(integer_of, part, key) for key, part in value.items()}
            missing = [n for i, n in enumerate(self.players) if i not in sums]
            if missing:
                raise UsageError(f"the player {missing[0]} is missing")
            return tuple(sums[i] for i in range(len(self.players)))
        if not isinstance(value, list) or len(value) != len(self.players):
            raise UsageError(f"{described(value)}; expected a number for each player")
        return tuple(inside(integer_of, part, i) for i, part in enumerate(value))
