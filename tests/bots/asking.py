"""Positions for the bot by rules of thumb, and what it does in them."""

from lhombre_core.bots.protocol import Draw, View
from lhombre_core.bots.thumb import NORMAL, Thumb
from lhombre_core.bots.thumb.scene import Scene
from lhombre_core.cards import CARDS, cards_of
from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.phase.information import information_state
from lhombre_core.engine.state.action import Bid, Declare, Discard, NameTrump, PlayCard
from lhombre_core.engine.state.state import Phase
from lhombre_core.notation import Seat, parse_cards, parse_hand, parse_suit
from tests.engine.script import LETTERS, Script


def choice(state, style=NORMAL):
    """Return what the bot does in a state."""
    actions = legal_actions(state)
    view = View(state, Seat(state.actor))
    return actions[Thumb(style).choose(view, actions, Draw(0, 0, 0))]


def said(state, style=NORMAL):
    """Return the bid, the contract, the suit or the card that the bot chooses, as a word."""
    match choice(state, style):
        case Bid(contract, colour):
            return f"{contract} {colour}" if colour else contract
        case Declare(contract):
            return contract
        case NameTrump(suit):
            return suit.name
        case PlayCard(card):
            return card.name
        case action:
            return type(action).__name__.lower()


def thrown(state, style=NORMAL):
    """Return the cards that the bot throws away."""
    action = choice(state, style)
    assert isinstance(action, Discard), action
    return action.cards


def first_bid(game, hand, style=NORMAL, seat="F", before=()):
    """Return what a seat with a hand bids after the words of others."""
    return said(Script(game, hands={seat: hand}).run(before).state, style)


def cards(text):
    """Return a hand, for comparison."""
    return parse_hand(text)


def scene(game, contract, trump, hand, *, me="F", ombre="M", played=(), trick="", **known):
    """Return the play as a seat sees it in the middle of a deal.

    `played` are complete tricks, each a seat that led and its cards: `F SA H2 H3`. The next to
    lead is the winner of the last of them, or `leader`.
    """
    follow = game.follow(None if trump is None else parse_suit(trump))
    tricks, done, leader = [0, 0, 0, 0], [], LETTERS[known.pop("leader", "F")]
    for text in played:
        seat, words = text.split(" ", 1)
        one = tuple(map(int, parse_cards(words)))
        done.append((LETTERS[seat], one))
        leader = (LETTERS[seat] + follow.ranking.winner(one)) % 3
        tricks[leader] += 1
    laid = tuple(map(int, parse_cards(trick)))
    leader = (LETTERS[me] - len(laid)) % 3 if laid else leader
    start = Script(game).state
    seen = information_state(start, Seat(LETTERS[me]))._replace(
        phase=Phase.PLAY,
        hand=parse_hand(hand),
        contract=contract,
        ombre=Seat(LETTERS[ombre]),
        trump=None if trump is None else parse_suit(trump),
        leader=Seat(leader),
        played=tuple(done),
        trick=laid,
        tricks=tuple(tricks),
        **known,
    )
    led = laid[0] if laid else None
    may = follow.legal(seen.hand, led)
    return Scene(game, seen, [PlayCard(card) for card in cards_of(may)])


def name(card):
    """Return the name of a card."""
    return CARDS[card].name
