"""Worked examples of a rulebook, all of them played or reckoned by the engine, none typed."""

from __future__ import annotations

from functools import cached_property

from lhombre_core.engine import Game, prepare
from lhombre_core.report.example.auction import AuctionExamples, find_auctions
from lhombre_core.report.example.deal import DealExample, settle_deals
from lhombre_core.report.example.play import Positions, positions
from lhombre_core.rules.variant import RuleSet


class Examples:
    """The worked examples of one variant, made when they are asked for."""

    def __init__(self, rules: RuleSet) -> None:
        """Take a rule set."""
        self._rules = rules

    @cached_property
    def _game(self) -> Game:
        return prepare(self._rules)

    @cached_property
    def auction(self) -> AuctionExamples | None:
        """Auctions that show as much as a few calls can; None where nobody bids."""
        return find_auctions(self._game)

    @cached_property
    def positions(self) -> Positions | None:
        """What may be played by hands that hold matadors; None without trumps."""
        return positions(self._game)

    @cached_property
    def deals(self) -> tuple[DealExample, ...]:
        """Deals that follow one another, with all that is paid in them."""
        return settle_deals(self._game)
