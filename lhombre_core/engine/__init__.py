"""The reference engine: plays any rule set, one act at a time.

    game = prepare(rules)
    state = begin(game, seat_players(rules.table, players=3, dealer=0))
    state = apply_action(state, DealCards(hands, talon))
    while not is_terminal(state):
        state = apply_action(state, choose(legal_actions(state)))
    facts_of(state), returns(state)

It needs the standard library alone. States are immutable; a seat's view of one is
`information_state`, and `explain` says which rule allows or forbids an act.
"""

from lhombre_core.engine.action import (
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
from lhombre_core.engine.deal import (
    apply_action,
    current_player,
    declare_irregularity,
    force,
    is_legal,
    is_terminal,
    legal_actions,
)
from lhombre_core.engine.ending import facts_of, returns
from lhombre_core.engine.explain import explain
from lhombre_core.engine.facts import Facts, Irregularity, Runs
from lhombre_core.engine.game import Game, prepare
from lhombre_core.engine.hearing import Heard, hear
from lhombre_core.engine.information import InformationState, information_state
from lhombre_core.engine.playout import playout
from lhombre_core.engine.ruling import card_why
from lhombre_core.engine.seating import Seating, next_dealer, seat_players
from lhombre_core.engine.state import Phase, State, VoleStatus, begin
from lhombre_core.engine.why import Why

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
    "playout",
    "prepare",
    "returns",
    "seat_players",
]
