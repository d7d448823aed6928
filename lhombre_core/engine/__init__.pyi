from lhombre_core.engine.deal import (
    apply_action,
    current_player,
    declare_irregularity,
    force,
    is_legal,
    is_terminal,
    legal_actions,
)
from lhombre_core.engine.phase.information import InformationState, information_state
from lhombre_core.engine.result import facts_of, returns
from lhombre_core.engine.state.action import (
    CHANCE,
    Action,
    Agree,
    Announce,
    Bid,
    Cede,
    Concede,
    DealCards,
    Declare,
    Discard,
    Enter,
    Look,
    NameTrump,
    Pass,
    PlayCard,
    PlayOn,
    Stop,
    TakeOver,
    TurnSecondPack,
)
from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.engine.state.seating import Seating, next_dealer, seat_players
from lhombre_core.engine.state.state import Phase, State, VoleStatus, begin
from lhombre_core.engine.why.auction_ruling import AuctionRuling as Heard
from lhombre_core.engine.why.auction_ruling import rule_auction as hear
from lhombre_core.engine.why.explanation import explain
from lhombre_core.engine.why.reason import Why
from lhombre_core.engine.why.ruling import card_why

__all__ = [
    "CHANCE",
    "Action",
    "Agree",
    "Announce",
    "Bid",
    "Cede",
    "Concede",
    "DealCards",
    "Declare",
    "Discard",
    "Enter",
    "Facts",
    "Game",
    "Heard",
    "InformationState",
    "Irregularity",
    "Look",
    "NameTrump",
    "Pass",
    "Phase",
    "PlayCard",
    "PlayOn",
    "Runs",
    "Seating",
    "State",
    "Stop",
    "TakeOver",
    "TurnSecondPack",
    "VoleStatus",
    "Why",
    "apply_action",
    "begin",
    "card_why",
    "current_player",
    "declare_irregularity",
    "explain",
    "facts_of",
    "force",
    "hear",
    "information_state",
    "is_legal",
    "is_terminal",
    "legal_actions",
    "next_dealer",
    "prepare",
    "returns",
    "seat_players",
]
