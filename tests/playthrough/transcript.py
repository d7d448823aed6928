"""A game as text: the deal, who may do what and why, what each seat sees, who pays whom.

The bot `random` plays all seats, on the cards of a session of the random stream. The first deal is
written act by act, the rest of the session in a line a deal. F, M and B are forehand, middlehand
and backhand. Acts are written in the words of tests/engine/script.py.
"""

import textwrap

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.random import Random
from lhombre_core.cards import EMPTY, cards_of, hand_of
from lhombre_core.engine import (
    CHANCE,
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
    Phase,
    PlayCard,
    PlayOn,
    Stop,
    TakeOver,
    TurnSecondPack,
    explain,
    facts_of,
    information_state,
)
from lhombre_core.engine.money.session import close_deal, finish, open_next
from lhombre_core.engine.phase.exchange import Discards
from lhombre_core.engine.state.call import write_call
from lhombre_core.engine.state.state import NO_TRICKS
from lhombre_core.engine.state.verdict import judge
from lhombre_core.engine.why.reason import seat_name
from lhombre_core.notation import Seat, format_card, format_cards, format_hand
from lhombre_core.testing.table import new_session, states

LONGEST = 40
"""Most deals of a session that are written."""
WIDTH = 100
LETTERS = ("F", "M", "B", "mort", "resting")
ANSWERS = {
    Enter: ("declines", "enters"),
    Look: ("does not look", "looks"),
    Agree: ("refuses", "agrees"),
    TakeOver: ("does not take over", "takes over"),
}
WORDS = {
    Cede: "cedes",
    Concede: "concedes",
    PlayOn: "plays on",
    Announce: "announces",
    Stop: "stops",
}


def act_text(actor, action):
    """Return an act as a line."""
    return f"{'chance' if actor == CHANCE else LETTERS[actor]} {verb(action)}"


def verb(action):
    match action:
        case Pass() | Bid():
            return write_call(action)
        case Declare(contract):
            return f"declares {contract}"
        case NameTrump(suit):
            return f"names {suit.name}"
        case Discard(cards):
            return f"discards {format_hand(cards)}" if cards else "discards 0"
        case PlayCard(card):
            return f"plays {format_card(card)}"
        case TurnSecondPack(suit):
            return f"turns {suit.name}"
        case Enter(yes) | Look(yes) | Agree(yes) | TakeOver(yes):
            return ANSWERS[type(action)][yes]
        case _:
            return WORDS[type(action)]


def transcript(game, seed, number, players):
    """Return the text of session `number` of a seed."""
    session = new_session(game, players, seed, number)
    parts = []
    while session.ended is None and session.index < LONGEST:
        index, seating = session.index, session.seating
        session, opened = open_next(session)
        deal = _Deal(session, seed, number)
        if not index:
            parts += ["", "== opening", *_paid(opened), *_money(session.money)]
            parts += deal.lines
            session, paid = close_deal(session, facts_of(deal.state))
            parts += ["", "== settlement", _result(game, seating, deal.state), *_paid(paid)]
            parts += [*_money(session.money), "", "== the rest of the session"]
        else:
            session, paid = close_deal(session, facts_of(deal.state))
            parts.append(f"deal {index}: {_result(game, seating, deal.state)}")
            parts.append(f"  {'; '.join(_money(session.money))}")
    why = "not over" if session.ended is None else str(session.ended)
    session, paid = finish(session)
    parts += ["", f"== the end: {why}", *_paid(paid), *_money(session.money)]
    return "\n".join(parts).strip("\n") + "\n"


class _Deal:
    """A deal, played and written down."""

    def __init__(self, session, seed, number):
        self.lines = []
        self.state = None
        for state, actions in states(session, seed, number, chosen):
            self._done(state)
            self._moment(state)
            self.state = state
            if state.actor is not None and session.index == 0:
                self._decision(state, actions)

    def _say(self, text, indent=""):
        more = f"{indent}    "
        self.lines += textwrap.wrap(
            text, WIDTH, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False
        )

    def _done(self, state):
        """Write the act that has led to a state."""
        actor, action = state.history[-1]
        if isinstance(action, DealCards):
            seating = state.seating
            places = [f"{LETTERS[seat]} player {who}" for seat, who in enumerate(seating.active)]
            places += [f"resting player {who}" for who in seating.resting]
            self.lines += ["", "== deal", f"player {seating.dealer} deals; {', '.join(places)}"]
            self.lines += [
                f"{LETTERS[seat]} {format_hand(hand)}" for seat, hand in enumerate(action.hands)
            ]
            self.lines.append(f"talon {format_cards(action.talon)}")
        else:
            self._say(act_text(actor, action))
        before, play = self.state, state.play
        if before is not None and before.play is not None:
            for winner in play.winners[len(before.play.winners) :]:
                tricks = "-".join(map(str, play.tricks[: len(play.order)]))
                self.lines.append(f"    {LETTERS[winner]} wins trick {len(play.winners)}: {tricks}")

    def _moment(self, state):
        """Write what all see where a part of the deal begins, in the midst of play, and at the end.

        That is before the act, so that the knowledge of a seat stands before its act.
        """
        before = Phase.DEAL if self.state is None else self.state.phase
        tricks = 0 if state.play is None else len(state.play.winners)
        was = 0 if self.state is None or self.state.play is None else len(self.state.play.winners)
        part = _part(state.phase)
        if part != _part(before):
            self.lines += ["", f"== {part}"]
        elif (tricks, was) != (4, 3):
            return
        resting = len(state.seating.resting) - (state.mort is not None)
        there = {Seat.MORT: state.mort is not None, Seat.RESTING: resting > 0}
        for seat in Seat:
            if there.get(seat, True):
                self._say(f"{LETTERS[seat]} sees: {sight(state, seat)}", "  ")

    def _decision(self, state, actions):
        """Write the legal acts, and why other acts are not legal."""
        if state.actor == CHANCE:
            return
        self._say(f"{LETTERS[state.actor]} may: {choice(actions)}", "  ")
        for action in questions(state, actions):
            why = explain(state, action)
            no = "" if why.legal else "not "
            self._say(f"{no}{verb(action)}: {why.message} [{why.rule}]", "    ")


def _part(phase):
    if phase is Phase.END:
        return "the end of the deal"
    if phase >= Phase.YIELD:
        return "play"
    if phase in {Phase.EXCHANGE, Phase.LOOK, Phase.NAME}:
        return "trumps and exchange"
    return "auction" if phase >= Phase.AUCTION else "second pack"


def chosen(state, actions, key, decision):
    seat = Seat(state.actor)
    return Random().choose(View(state, seat), actions, Draw(key, seat, decision))


def choice(actions):
    """Return the acts that may be done in a few words."""
    if isinstance(actions, Discards):
        some = f"{actions.least} to {actions.most} of {format_hand(actions.hand)}"
        after = "".join(f", {verb(action)}" for action in actions.after)
        return f"{len(actions)} acts: discards {some}{after}"
    cards = [action.card for action in actions if isinstance(action, PlayCard)]
    words = [f"plays {format_hand(hand_of(cards))}"] if cards else []
    words += [verb(action) for action in actions if not isinstance(action, PlayCard)]
    return ", ".join(words)


def questions(state, actions):
    """Return some acts that a reader may ask about, one for each reason that decides them."""
    game, asked = state.game, []
    match state.phase:
        case Phase.AUCTION:
            asked = [bid for bid in game.bids if bid not in actions][-2:] + list(actions[-1:])
        case Phase.DECLARE:
            asked = [Declare(name) for name in game.contracts if Declare(name) not in actions][:2]
        case Phase.EXCHANGE if isinstance(actions, Discards):
            asked = [Discard(EMPTY), Discard(hand_of(cards_of(actions.hand)[: actions.most + 1]))]
        case Phase.PLAY:
            hand = [PlayCard(card) for card in cards_of(state.hands[state.actor])]
            refused = [action for action in hand if action not in actions]
            asked = [*refused, actions[0]] if refused else []
        case _:
            pass
    reasons = {}
    for action in asked:
        reasons.setdefault(explain(state, action).reason, action)
    return list(reasons.values())


# --- what a seat sees --------------------------------------------------------------------------


def sight(state, seat):
    """Return what a seat sees, field by field; what is empty is left out."""
    known = information_state(state, seat)
    said = []
    for name, value in known._asdict().items():
        nothing = value is None or value == () or (type(value) is int and not value)
        if name not in _WRITTEN and not nothing and value != NO_TRICKS:
            said.append(f"{name} {_SIGHTS.get(name, str)(value)}")
    return "; ".join(said)


def _history(acts):
    hidden = sum(action is None for _, action in acts)
    return f"of {len(acts)} acts, {hidden} hidden"


def _hands(pairs):
    return ", ".join(f"{LETTERS[seat]} {format_hand(hand)}" for seat, hand in pairs)


def _numbers(pairs):
    return " ".join(f"{LETTERS[seat]}{'?' if number is None else number}" for seat, number in pairs)


def _played(tricks):
    return ", ".join(f"{LETTERS[leader]} {format_cards(cards)}" for leader, cards in tricks)


_WRITTEN = {"seat", "seating", "deal_index"}
_SIGHTS = {
    "phase": lambda phase: phase.name.lower(),
    "actor": lambda seat: LETTERS[seat] if seat >= 0 else "chance",
    "hand": format_hand,
    "discards": format_hand,
    "hands": _numbers,
    "history": _history,
    "standing": write_call,
    "ombre": lambda seat: LETTERS[seat],
    "trump": lambda suit: suit.name,
    "privileged": lambda suit: suit.name,
    "turned": format_card,
    "shown": _hands,
    "exchanged": _numbers,
    "rest": format_hand,
    "exposed": _hands,
    "leader": lambda seat: LETTERS[seat],
    "trick": format_cards,
    "played": _played,
    "tricks": lambda tricks: "-".join(map(str, tricks)),
    "vole": lambda status: status.name.lower(),
    "surrenderer": lambda seat: LETTERS[seat],
    "mort": lambda player: f"player {player}",
}


# --- money -------------------------------------------------------------------------------------


def _result(game, seating, state):
    facts = facts_of(state)
    result = judge(game, facts).outcome
    if facts.contract is None:
        return f"player {seating.dealer} deals; {result}"
    ombre = LETTERS[facts.ombre]
    trump = "without trumps" if facts.trump is None else f"in {facts.trump.name}"
    colour = ("", " couleur", " sur")[facts.colour]
    more = [
        word
        for word, so in (
            ("vole undertaken", facts.vole_undertaken),
            ("stopped", facts.stopped),
            ("conceded", facts.conceded),
            (f"taken over from {seat_name(facts.surrenderer or 0)}", facts.surrenderer is not None),
        )
        if so
    ]
    tricks = "-".join(map(str, facts.tricks))
    said = [f"{ombre} {facts.contract}{colour} {trump}", f"tricks {tricks}", *more, str(result)]
    return f"player {seating.dealer} deals; {', '.join(said)}"


def _account(account):
    return f"player {account}" if isinstance(account, int) else account


def _paid(lines):
    return [
        f"{line.rule}{'' if line.term is None else f' ({line.term})'}: "
        f"{_account(line.payer)} -> {_account(line.payee)} {line.amount}"
        for line in lines
    ]


def _money(money):
    said = [f"balances {' '.join(map(str, money.balances))}"]
    pools = [f"{name} {money.held(name)}" for name, _ in money.pools]
    if pools:
        said.append(f"pools {', '.join(pools)}")
    if money.bank:
        said.append(f"bank {money.bank}")
    if money.occasion is not None:
        said.append(f"occasion {money.occasion}")
    return said
