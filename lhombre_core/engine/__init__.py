"""The reference engine: plays any rule set, one act at a time.

    game = prepare(rules)
    state = begin(game, seat_players(rules.table, players=3, dealer=0))
    state = apply_action(state, DealCards(hands, talon))
    while not is_terminal(state):
        state = apply_action(state, choose(legal_actions(state)))
    facts_of(state), returns(state)

It needs the standard library alone. States are immutable; a seat's view of one is
`information_state`, and `explain` says which rule allows or forbids an act.

Like those of the package, the names below are loaded when they are first asked for, so that one
part of the engine can be used without the others. Their types are in `__init__.pyi`.
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
    ".result": (
        "facts_of",
        "returns",
    ),
    ".why.explanation": ("explain",),
    ".state.facts": (
        "Facts",
        "Irregularity",
        "Runs",
    ),
    ".state.game": (
        "Game",
        "prepare",
    ),
    ".why.auction_ruling": (
        "Heard",
        "hear",
    ),
    ".phase.information": (
        "InformationState",
        "information_state",
    ),
    ".why.ruling": ("card_why",),
    ".state.seating": (
        "Seating",
        "next_dealer",
        "seat_players",
    ),
    ".state.state": (
        "Phase",
        "State",
        "VoleStatus",
        "begin",
    ),
    ".why.reason": ("Why",),
}

__getattr__, __dir__ = facade(__name__, _PLACES, {"Heard": "AuctionRuling", "hear": "rule_auction"})
__all__ = __dir__()  # noqa: PLE0605  they are names
