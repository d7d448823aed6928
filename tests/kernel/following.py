"""The reference engine followed act by act, written down as the kernel writes its trace."""

from __future__ import annotations

import numpy as np

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.registry import make_bot
from lhombre_core.bots.thumb import Thumb
from lhombre_core.bots.thumb.encode import player_row
from lhombre_core.bots.thumb.style import Style
from lhombre_core.engine import action as act
from lhombre_core.engine.deal import force, legal_actions
from lhombre_core.engine.game import Game
from lhombre_core.engine.state import Phase, State
from lhombre_core.kernel.layout import THUMB, TRACE, Act
from lhombre_core.notation import Seat
from lhombre_core.sim.deal import turned_suit

ROOM = 128
"""Rows of a trace: more than any deal has acts."""


def follow(state: State, bots, key: int, *, until_play: bool = False):
    """Return the end of a deal, or its first lead, and the rows of its trace."""
    asked = [0] * 5
    rows: list[tuple[int, ...]] = []
    while (actor := state.actor) is not None:
        if until_play and state.phase in {Phase.PLAY, Phase.YIELD}:
            break
        if actor == act.CHANCE:
            suit = turned_suit(key)
            rows.append((-1, Act.TURN, suit, 4, 0))
            state = force(state, act.TurnSecondPack(suit))
            continue
        actions = legal_actions(state)
        chosen = 0
        if len(actions) > 1:
            bot = bots[_player(state, actor)]
            chosen = bot.choose(View(state, Seat(actor)), actions, Draw(key, actor, asked[actor]))
        asked[actor] += 1
        kind, what = written(state.game, actions[chosen], state.phase)
        rows.append((actor, kind, what, len(actions), legal_mask(state, actions)))
        state = force(state, actions[chosen])
    return state, rows


def _player(state: State, actor: int) -> int:
    if actor < Seat.MORT:
        return state.seating.active[actor]
    if state.phase is Phase.ENTER or state.mort is None:
        return state.seating.resting[state.auction.asked]
    return state.mort


def legal_mask(state: State, actions) -> int:
    if state.phase is Phase.AUCTION:
        bids = {bid: number for number, bid in enumerate(state.game.bids)}
        return sum(1 << bids[bid] for bid in actions if isinstance(bid, act.Bid))
    if state.phase is Phase.PLAY:
        return sum(1 << card.card for card in actions if isinstance(card, act.PlayCard))
    return 0


PLAIN = {act.Pass: Act.PASS, act.Cede: Act.CEDE, act.Announce: Act.ANNOUNCE, act.Stop: Act.STOP}
ANSWERS = {
    act.Enter: Act.ENTER,
    act.Look: Act.LOOK,
    act.Agree: Act.AGREE,
    act.TakeOver: Act.TAKE_OVER,
}


def written(game: Game, action: act.Action, phase: Phase) -> tuple[int, int]:
    """Return the kind of an act and what it says, as in a trace."""
    kind = type(action)
    if kind in PLAIN:
        return PLAIN[kind], 0
    if kind in ANSWERS:
        return ANSWERS[kind], int(action.yes)
    if kind in {act.PlayOn, act.Concede}:
        asked = phase is Phase.YIELD
        return (Act.YIELD, int(kind is act.Concede)) if asked else (Act.CONCEDE, 0)
    said = {
        act.Bid: lambda: (Act.BID, game.bids.index(action)),
        act.Declare: lambda: (Act.DECLARE, list(game.contracts).index(action.contract)),
        act.NameTrump: lambda: (Act.NAME, int(action.suit)),
        act.Discard: lambda: (Act.DISCARD, action.cards),
        act.PlayCard: lambda: (Act.CARD, int(action.card)),
    }
    return said[kind]()


def new_trace() -> np.ndarray:
    return np.zeros((ROOM, TRACE), np.int64)


def as_rows(trace: np.ndarray, number: int) -> list[tuple[int, ...]]:
    """Return the rows that are written; a mask has fewer bits than a number."""
    return [tuple(row) for row in trace[:number].tolist()]


def player_rows(players) -> np.ndarray:
    """Return the rows of players by name, or of `thumb` in a style of their own."""
    rows = [(THUMB, *one) if isinstance(one, Style) else player_row(one) for one in players]
    return np.array(rows, np.int64)


def make_bots(players):
    return [Thumb(one) if isinstance(one, Style) else make_bot(one) for one in players]
