"""The text of a difference report, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from lhombre_core.language.resolve.collection import sources
from lhombre_core.report.compare.contract import Contracts
from lhombre_core.report.compare.difference import Difference
from lhombre_core.report.compare.payment import Worked, owes, worked
from lhombre_core.report.compare.row import OWN_WORDS, STAKE_TOPICS, Part, Row, Topic
from lhombre_core.report.compare.same import shared
from lhombre_core.report.compare.sheet import Sheet
from lhombre_core.report.words.footnote import Footnotes
from lhombre_core.report.words.lexicon import LANGUAGE, label, lexicon
from lhombre_core.report.words.markdown import environment, escaped, tidy
from lhombre_core.report.words.question import QuestionGroup, grouped, wording
from lhombre_core.rules.apparatus import Certainty, Note, Source
from lhombre_core.rules.data.path import covers
from lhombre_core.rules.settlement import Event
from lhombre_core.rules.table import Canonical

if TYPE_CHECKING:
    from lhombre_core.report.compare.comparison import Comparison

SECTIONS: Final = (
    "table",
    "cards",
    "deal",
    "stakes",
    "auction",
    "contracts",
    "exchange",
    "play",
    "vole",
    "concession",
    "result",
    "settlement",
    "session",
    "irregularities",
)
"""The chapters, in the order of the game."""

_STAKES_IN_ROWS: Final = ("stakes.unit", "stakes.start_with", "stakes.bankroll")
_LARGEST: Final = 4


@dataclass(frozen=True, slots=True)
class TermRow:
    """A word of this edition, and the own words of each side."""

    word: str
    own: tuple[str | None, ...]


class Text:
    """A difference report; its parts share footnotes."""

    def __init__(
        self,
        found: Comparison,
        language: str = LANGUAGE,
        *,
        books: Mapping[str, str] | None = None,
    ) -> None:
        """Take a comparison; `books` has the addresses of rulebooks by the keys of sides."""
        self.found = found
        self.books = books or {}
        self.language = language
        self.footnotes = Footnotes(self._note)
        self.sheets = tuple(
            Sheet(side, partial(self._refer, place), language=language)
            for place, side in enumerate(found.sides)
        )
        self._silent = tuple(Sheet(side, lambda *_: "", language=language) for side in found.sides)
        self._plain = tuple(
            Sheet(side, lambda *_: "", language=language, plain=True) for side in found.sides
        )
        self._wording = wording(language)
        self.contracts = Contracts(found, self.sheets, language)

    def _refer(self, place: int, *paths: str) -> str:
        return self.footnotes.refer(*(f"{place}:{path}" for path in paths))

    def _note(self, key: str) -> Note | None:
        place, _, path = key.partition(":")
        return self.found.sides[int(place)].note(path)

    def markdown(self) -> str:
        """Return the report as Markdown."""
        template = environment(self.language).get_template("compare.j2")
        return tidy(template.render(c=self, notes=self.footnotes))

    @property
    def title(self) -> str:
        """The title of the report."""
        return " · ".join(sheet.side.rules.identity.name.en for sheet in self.sheets)

    # -- the opening ----------------------------------------------------------------------------

    @property
    def headlines(self) -> list[Row]:
        """The main points in which the sides differ, the weightiest first."""
        return list(self._headlines.values())

    @cached_property
    def _headlines(self) -> dict[str, Row]:
        return {
            name: self._row(text, f"headline_{name}")
            for name, text in self._wording["headlines"].items()
            if self._differs(f"headline_{name}")
        }

    def largest_of(self, place: int) -> list[tuple[str, str]]:
        """Return the sentences of a side on the weightiest points, each with its lead-in."""
        sheet = self._silent[place]
        return [
            (self._wording["leads"].get(name, ""), row.say(sheet))
            for name, row in list(self._headlines.items())[:_LARGEST]
        ]

    @property
    def distance(self) -> int:
        """The number of questions that the sides answer differently."""
        return len(self.found.questions)

    @cached_property
    def groups(self) -> list[QuestionGroup]:
        """The questions that the sides answer differently, by group."""
        return grouped(self.found.questions, language=self.language)

    @property
    def questions(self) -> list[str]:
        """The names of the questions that the sides answer differently."""
        return list(self.found.questions)

    @property
    def distances(self) -> list[list[int]]:
        """For each pair of sides, the number of questions that the two answer differently."""
        return self.found.distances

    def _row(self, text: str, macro: str, *arguments: object, rule: str = "") -> Row:
        return Row(text, self.sheets, lambda sheet: sheet.topic(macro, *arguments), rule)

    def _differs(self, macro: str, *arguments: object) -> bool:
        """Return whether the sides differ on a topic, names apart."""
        return len({sheet.topic(macro, *arguments) for sheet in self._plain}) > 1

    # -- section by section ---------------------------------------------------------------------

    @cached_property
    def sections(self) -> list[Part]:
        """The chapters on differences."""
        return [self._section(name) for name in SECTIONS]

    def _section(self, name: str) -> Part:
        part = Part(name, label(name, language=self.language))
        match name:
            case "contracts":
                part.blocks = self._ladder()
            case "settlement":
                part.blocks = list(self._events())
                part.rows = list(self._rule_rows(self._unsaid_payments()))
            case "stakes":
                part.rows = list(self._rule_rows(self._of(_STAKES_IN_ROWS)))
                part.blocks = list(self._stakes())
            case _:
                part.rows = list(self._rule_rows(self._of((name,))))
        return part

    def _of(self, paths: Iterable[str]) -> list[Difference]:
        wanted = tuple(paths)
        return [d for d in self.found.differences if any(covers(path, d.rule) for path in wanted)]

    def _rule_rows(self, found: Sequence[Difference]) -> Iterator[Row]:
        """Yield a row for each rule; an entry that a side lacks gets one row as a whole."""
        whole = [d.rule for d in found if None in d.values]
        for one in found:
            if any(covers(path, one.rule) and path != one.rule for path in whole):
                continue
            text = label(one.rule, language=self.language)
            macro = OWN_WORDS.get(one.rule)
            if macro is not None:
                yield self._row(text, macro, rule=one.rule)
            else:
                yield Row(text, self.sheets, partial(self._cell, one.rule), one.rule)

    def _cell(self, rule: str, sheet: Sheet) -> str:
        path = sheet.side.own(rule)
        said = sheet.value(path)
        return sheet.topic("absent") if said is None else said + sheet.refer(path)

    def _ladder(self) -> list[Row]:
        if not self._differs("ladder"):
            return []
        return [self._row(self._wording["report"]["ladder"], "ladder")]

    def _stakes(self) -> Iterator[Row]:
        for topic in STAKE_TOPICS:
            if self._of(topic.patterns):
                text = label(topic.label, language=self.language)
                if topic.keys is None:
                    yield self._row(text, topic.macro, rule=topic.label)
                else:
                    say = partial(self._entries, topic, self._alike(topic))
                    yield Row(text, self.sheets, say, topic.label)

    def _alike(self, topic: Topic) -> set[str]:
        """Return the entries on which all sides agree."""
        keys = topic.keys or (lambda _: ())
        shared = set(keys(self._plain[0])).intersection(*(keys(s) for s in self._plain[1:]))
        return {
            key
            for key in shared
            if len({sheet.topic(topic.macro, key) for sheet in self._plain}) == 1
        }

    def _entries(self, topic: Topic, alike: set[str], sheet: Sheet) -> str:
        keys = list(topic.keys(sheet)) if topic.keys is not None else []
        said = [sheet.topic(topic.macro, key) for key in keys if key not in alike]
        names = [sheet.topic(f"{topic.macro}_name", key) for key in keys if key in alike]
        nothing = "" if keys else sheet.topic(f"no_{topic.macro}")
        return sheet.topic("entries", said, names, nothing)

    def _events(self) -> Iterator[Row]:
        for event in self._parting_events:
            yield self._row(self._wording["events"][event.value], "event", event.value)

    @cached_property
    def _parting_events(self) -> list[Event]:
        """The events for which the sides pay differently."""
        return [
            event
            for event in Event
            if any(sheet.context.paid_on(event.value) for sheet in self._plain)
            and self._differs("event", event.value)
        ]

    def _unsaid_payments(self) -> list[Difference]:
        """Return the differences in payments that change the sentence of no event."""
        said = set(self._parting_events)
        return [
            one
            for one in self._of(("settlement",))
            if not one.is_order and not self._fires(one) & said
        ]

    def _fires(self, one: Difference) -> set[Event]:
        key = one.rule.split(".")[1]
        scopes = [sheet.context.scope for sheet in self._plain]
        return {
            event
            for scope in scopes
            if key in scope.payments
            for event in scope.fires(scope.payments[key])
        }

    @cached_property
    def same(self) -> list[tuple[str, list[str]]]:
        """The rules that all sides share, by section."""
        return shared(self._silent, SECTIONS, self.language)

    # -- payments -------------------------------------------------------------------------------

    @property
    def payments(self) -> list[Worked]:
        """Worked payments of the contracts in which the sides pay differently."""
        order = {family: place for place, family in enumerate(self.contracts.names)}
        tables = sorted(self.found.payments, key=lambda one: order.get(one.family, len(order)))
        return worked(tables, self.sheets, self._wording["situations"])

    @property
    def owes(self) -> bool:
        """Whether anything is owed in the worked payments."""
        return owes(self.found.payments)

    # -- words and sources ----------------------------------------------------------------------

    @cached_property
    def terms(self) -> list[TermRow]:
        """The own words of the sides, for each word that not all call the same."""
        return [row for row in self._words if len({(own or "").casefold() for own in row.own}) > 1]

    @cached_property
    def shared_terms(self) -> list[str]:
        """The words that all sides call the same."""
        return [row.own[0] or "" for row in self._words if row not in self.terms]

    @cached_property
    def _words(self) -> list[TermRow]:
        words = lexicon(self.language).words
        rows = (
            TermRow(words[word.value][0], tuple(s.rules.terms.get(word) for s in self.sheets))
            for word in Canonical
        )
        return [row for row in rows if any(row.own)]

    def sources(self) -> Mapping[str, Source]:
        """Return the sources of the notes that have been referred to."""
        named = {one.note.source for one in self.footnotes.footnotes}
        return {name: escaped(one) for name, one in sources().items() if name in named}

    @property
    def certainties(self) -> list[Certainty]:
        """How sure a rule can be."""
        return list(Certainty)

    def certainty(self, word: Certainty) -> str:
        """Return the meaning of a degree of certainty."""
        return self.sheets[0].speech.phrase("apparatus.rules.x.certainty", word)
