"""Worked examples of a rulebook, all computed by the engine."""

from __future__ import annotations

from functools import cached_property

from lhombre_core.engine import Game, prepare
from lhombre_core.report.example.auction import AuctionExamples, find_auctions
from lhombre_core.report.example.deal import DealExample, settle_deals
from lhombre_core.report.example.play import Positions, positions
from lhombre_core.rules.variant import RuleSet


class Examples:
    """The worked examples of a variant, computed when first read."""

    def __init__(self, rules: RuleSet) -> None:
        """Take a rule set."""
        self._rules = rules

    @cached_property
    def _game(self) -> Game:
        return prepare(self._rules)

    @cached_property
    def auction(self) -> AuctionExamples | None:
        """Short auctions that show the most; None without bidding."""
        return find_auctions(self._game)

    @cached_property
    def positions(self) -> Positions | None:
        """The legal cards of hands with matadors; None without trumps."""
        return positions(self._game)

    @cached_property
    def deals(self) -> tuple[DealExample, ...]:
        """Consecutive deals with all their payments."""
        return settle_deals(self._game)
