"""The rule set of one variant: every section of the rule language, resolved and complete."""

from __future__ import annotations

from collections.abc import Mapping

from lhombre_core.frozen import frozen
from lhombre_core.rules.apparatus import Apparatus
from lhombre_core.rules.auction import Auction
from lhombre_core.rules.contract import Contract, Exchange
from lhombre_core.rules.play import Concession, Play, Vole
from lhombre_core.rules.session import Irregularities, Session
from lhombre_core.rules.settlement import Result, Transfer
from lhombre_core.rules.stake import Stakes
from lhombre_core.rules.table import Canonical, Cards, Deal, Identity, Table
from lhombre_core.rules.word import rule

LANGUAGE = 1
"""Version of the rule language; part of every hash."""


@frozen
class RuleSet:
    """The resolved rules of one variant, in the order of the game."""

    identity: Identity = rule("what the variant is, when and where")
    terms: Mapping[Canonical, str] = rule("canonical word to the variant's own word", prose=True)
    table: Table = rule("who sits where, who rests, who deals")
    cards: Cards = rule("the pack and its orders")
    deal: Deal = rule("how cards are given out")
    stakes: Stakes = rule("what is played for")
    auction: Auction = rule("how the ombre is found")
    contracts: Mapping[str, Contract] = rule("contracts by id")
    exchange: Exchange = rule("the procedure of the exchange")
    play: Play = rule("how tricks are played")
    vole: Vole = rule("how all nine tricks are undertaken")
    concession: Concession = rule("how a deal is given up")
    result: Result = rule("how the split of tricks decides")
    settlement: Mapping[str, Transfer] = rule("payments by key")
    session: Session = rule("how long is played")
    irregularities: Irregularities = rule("remedies for irregular acts")
    apparatus: Apparatus = rule("sources and disputed points", prose=True)

    def __repr__(self) -> str:
        return f"<RuleSet {self.identity.id}>"
