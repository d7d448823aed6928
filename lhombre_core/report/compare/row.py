"""Rows of a comparison: a topic, and what each variant says on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from lhombre_core.report.compare.sheet import Sheet

Say = Callable[[Sheet], str]
"""Returns what one side says, with the references to its notes."""


@dataclass(frozen=True, slots=True)
class Row:
    """A topic with a cell for each side, which is written when it is asked for.

    So the notes are numbered in the order in which they are read.
    """

    label: str
    sheets: tuple[Sheet, ...]
    say: Say
    rule: str = ""
    """The path of the rule, where the row is about one."""

    def cells(self) -> list[str]:
        """Return what each side says."""
        return [self.say(sheet) for sheet in self.sheets]

    def entries(self) -> list[tuple[Sheet, str]]:
        """Return each side with what it says."""
        return list(zip(self.sheets, self.cells(), strict=True))


@dataclass(slots=True)
class Part:
    """A section of a comparison."""

    name: str
    label: str
    rows: list[Row] = field(default_factory=list)
    """Short answers, for a table."""
    blocks: list[Row] = field(default_factory=list)
    """Long ones, for a list each."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic on which one sentence speaks of several rules."""

    label: str
    """Path whose label it bears, or a heading."""
    patterns: tuple[str, ...]
    """Paths, `*` for one key, at or below which it speaks of everything."""
    macro: str
    """Macro that says it; where there are `keys`, of one entry."""
    keys: Callable[[Sheet], Iterable[str]] | None = None
    """Returns the entries of a section that can act."""
    heading: str = ""
    """Name of a heading it bears instead."""
    idle: str = "absent"
    """What is said where the rule cannot act."""
    matters: bool = True
    """Whether it is a difference that the rule can act on some sides only."""
    always: bool = False
    """Whether something is said even where the rule cannot act."""


CONTRACT_UNITS: Final = (
    Topic("entry.by", ("entry.by",), ""),
    Topic("entry.named", ("entry.named", "entry.cover"), "unit_entry", always=True),
    Topic("entry.round", ("entry.round",), ""),
    Topic("entry.privilege", ("entry.privilege",), ""),
    Topic("requires", ("requires",), ""),
    Topic("shows", ("shows",), ""),
    Topic("becomes", ("becomes",), "unit_becomes", always=True),
    Topic("trump.by", ("trump.by", "trump.suits"), "unit_trump"),
    Topic("trump.named", ("trump.named",), ""),
    Topic("trump.turned_ace", ("trump.turned_ace",), ""),
    Topic("trump.counts_as", ("trump.counts_as",), "unit_counts_as", always=True),
    Topic(
        "exchange",
        ("exchange.least", "exchange.most", "exchange.taken", "exchange.kept"),
        "unit_exchange",
        heading="exchange",
    ),
    Topic("exchange.turned_card", ("exchange.turned_card",), ""),
    Topic("exchange.opponents", ("exchange.opponents",), ""),
    Topic("exposed", ("exposed",), ""),
    Topic("goal", ("goal",), ""),
    Topic("price", ("price",), "", idle="unread"),
    Topic("codille", ("codille",), "unit_codille", idle="unread"),
    Topic("stake.draws", ("stake.draws",), "", matters=False),
    Topic("stake.base", ("stake.base",), "", matters=False),
    Topic("stake.factor", ("stake.factor",), "", matters=False),
    Topic("vole.by", ("vole.by",), ""),
    Topic("vole.made", ("vole.made",), "", idle="unread"),
    Topic("vole.failed", ("vole.failed",), "", idle="unread"),
    Topic("concession.allowed", ("concession.allowed",), ""),
    Topic("concession.consent", ("concession.consent",), ""),
    Topic("concession.untaken", ("concession.untaken",), ""),
)
"""What is compared of contracts, by paths below one; rank and family are shown by themselves."""

STAKE_TOPICS: Final = (
    Topic(
        "stakes.opening",
        ("stakes.opening",),
        "opening",
        lambda sheet: (item.path.rpartition(".")[2] for item in sheet.context.openings),
    ),
    Topic(
        "stakes.pools",
        ("stakes.pools", "stakes.at_stake"),
        "pools",
        lambda sheet: sheet.context.pools,
    ),
    Topic("stakes.bete", ("stakes.bete",), "bete"),
    Topic(
        "stakes.occasions",
        ("stakes.occasions",),
        "occasions",
        lambda sheet: sheet.context.occasions,
    ),
    Topic(
        "stakes.parameters",
        ("stakes.parameters",),
        "parameters",
        lambda sheet: sheet.context.parameters,
    ),
)
"""What is said of the stakes in sentences."""

OWN_WORDS: Final = {
    "auction.change": "change",
    "auction.forced_play": "forced_play",
    "auction.privilege": "privilege",
    "result.run": "run",
    "vole.needs": "vole_needs",
    "vole.undertaken": "vole_undertaken",
}
"""Rules of which more is to be said than their value, by path, each with its macro."""
