"""The reference engine: plays any rule set, act by act.

    game = prepare(rules)
    state = begin(game, seat_players(rules.table, players=3, dealer=0))
    state = apply_action(state, DealCards(hands, talon))
    while not is_terminal(state):
        state = apply_action(state, choose(legal_actions(state)))
    facts_of(state), returns(state)

States are immutable. `print(state)` draws the table:

    english-1800s, deal 1: play, forehand to act
    forehand    player 1                 0 tricks  ♠3 ♣7 ♣6 ♥5 ♦K ♦3 ♦5 ♦7
    middlehand  player 2                 0 tricks  ♣A ♣K ♣Q ♣J ♥Q ♥6 ♥7 ♦4
    backhand    player 0  ombre, dealer  1 trick   ♠J ♠6 ♥J ♥2 ♦Q ♦A ♦6
    talon       13 cards
    auction     forehand pass, middlehand pass, backhand solo
    contract    solo, trumps ♠
    trick       backhand ♥3
    pools       pot 5

`information_state` is the part of a state that a seat knows, and `explain` names the rule that
allows or forbids an act. The engine needs the standard library alone.

Python loads each name below from its module at its first use. The types are in `__init__.pyi`.
"""

from lhombre_core.facade import facade

_PLACES = {
    ".state.action": (
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
        "Look",
        "NameTrump",
        "Pass",
        "PlayCard",
        "PlayOn",
        "Stop",
        "TakeOver",
        "TurnSecondPack",
    ),
    ".deal": (
        "apply_action",
        "current_player",
        "declare_irregularity",
        "force",
        "is_legal",
        "is_terminal",
        "legal_actions",
    ),
    ".result": ("facts_of", "returns"),
    ".why.explanation": ("explain",),
    ".state.facts": ("Facts", "Irregularity", "Runs"),
    ".state.game": ("Game", "prepare"),
    ".why.auction_ruling": ("Heard", "hear"),
    ".phase.information": ("InformationState", "information_state"),
    ".why.ruling": ("card_why",),
    ".state.seating": ("Seating", "next_dealer", "seat_players"),
    ".state.state": ("Phase", "State", "VoleStatus", "begin"),
    ".why.reason": ("Why",),
}

__getattr__, __dir__ = facade(__name__, _PLACES, {"Heard": "AuctionRuling", "hear": "rule_auction"})
__all__ = __dir__()  # noqa: PLE0605  they are names
