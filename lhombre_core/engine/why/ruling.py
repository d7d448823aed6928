"""Why a card may be played to a trick or not."""

from __future__ import annotations

from collections.abc import Sequence

from lhombre_core.cards import Hand, Rank, Suit, card_of, is_red, suit_of
from lhombre_core.engine.state.following import Follow
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.why.reason import Argument, Why, allowed, card_name, cards_name, refused
from lhombre_core.frozen import frozen
from lhombre_core.rules.play import Privilege

_SUIT_WORDS = ("a spade", "a heart", "a diamond", "a club")
_FOLLOW = "play.follow"
_RENOUNCE = "play.renounce"
_PRIVILEGE = "play.matadors.privilege"


@frozen
class _Trick:
    """A trick with the hand and the card that the ruling is about."""

    follow: Follow
    trump: Suit | None
    hand: Hand
    led: int
    second: int | None
    card: int

    @property
    def same(self) -> Hand:
        """The cards held of the suit that was led."""
        return self.hand & self.follow.suits[self.led]

    @property
    def forcing(self) -> int:
        """The card that counts as led for the matadors."""
        return self.led if self.second is None else self.follow.forcing(self.led, self.second)

    @property
    def order(self) -> str:
        """The path of the order that lists the trumps."""
        return f"cards.trump_{'red' if self.trump is not None and is_red(self.trump) else 'black'}"

    @property
    def args(self) -> dict[str, Argument]:
        """The cards that a sentence may name."""
        return {
            "card": card_name(self.card),
            "led": card_name(self.led),
            "forcing": card_name(self.forcing),
            "held": cards_name(self.same, self.follow.ranking),
        }

    def allowed(self, rule: str, reason: str, message: str) -> Why:
        """Return the ruling that the card may be played."""
        return allowed(rule, reason, message, self.args)

    def refused(self, rule: str, reason: str, message: str) -> Why:
        """Return the ruling that the card may not be played."""
        return refused(rule, reason, message, self.args)


def card_why(game: Game, trump: Suit | None, hand: Hand, trick: Sequence[int], card: int) -> Why:
    """Return why a card of a hand may be played or not; `trick` has the cards so far in order."""
    name = card_name(card)
    if not hand >> card & 1:
        return refused(_FOLLOW, "not-held", f"{name} is not in the hand.", {"card": name})
    if not trick:
        return allowed(_FOLLOW, "leads", "Who leads may play any card.", {"card": name})
    it = _Trick(
        game.follow(trump), trump, hand, trick[0], trick[1] if len(trick) > 1 else None, card
    )
    if not it.same:
        return _void(it)
    if not it.follow.trumps >> it.led & 1:
        return _plain(it)
    if it.same & ~it.follow.matadors:
        return _trump(it)
    return _matadors(it)


def _void(it: _Trick) -> Why:
    ace = card_of(suit_of(it.led), Rank.ACE)
    if (it.hand & it.follow.trumps) >> ace & 1 and not it.follow.trumps >> it.led & 1:
        return it.allowed(
            it.order,
            "void-but-for-a-trump",
            f"{card_name(ace)} is a trump, so the hand has no card of the suit led; "
            "any card may be played.",
        )
    return it.allowed(
        _RENOUNCE, "void", "The hand has no card of the suit led; any card may be played."
    )


def _plain(it: _Trick) -> Why:
    suit = _SUIT_WORDS[suit_of(it.led)]
    if it.same >> it.card & 1:
        return it.allowed(_FOLLOW, "follows", f"It follows: {suit} was led.")
    if suit_of(it.card) == suit_of(it.led):
        return it.refused(
            it.order,
            "is-a-trump",
            f"{card_name(it.card)} is a trump and does not follow; {suit} was led and "
            f"{cards_name(it.same, it.follow.ranking)} must be played.",
        )
    return it.refused(
        _FOLLOW,
        "must-follow",
        f"Suit must be followed: {suit} was led and the hand has "
        f"{cards_name(it.same, it.follow.ranking, 'and')}.",
    )


def _trump(it: _Trick) -> Why:
    """Return the ruling where a trump was led and a trump that is no matador is held."""
    ordinary = it.same & ~it.follow.matadors
    if not it.same >> it.card & 1:
        return it.refused(
            _FOLLOW,
            "must-follow-trump",
            f"A trump must be played: a trump was led and the hand has "
            f"{cards_name(it.same, it.follow.ranking, 'and')}.",
        )
    if (it.forcing, 1 << it.card) in it.follow.free:
        return it.allowed(
            _PRIVILEGE,
            "allowed-not-forced",
            f"A trump must be played, since {cards_name(ordinary, it.follow.ranking, 'and')} "
            f"is held with it; {card_name(it.card)} is allowed, though not forced itself.",
        )
    return it.allowed(_FOLLOW, "follows-trump", "It follows: a trump was led.")


def _matadors(it: _Trick) -> Why:
    """Return the ruling where a trump was led and the only trumps held are matadors."""
    free = (it.forcing, it.same) in it.follow.free
    rule = _deciding(it, free=free)
    held = cards_name(it.same, it.follow.ranking, "and")
    if free:
        if it.same >> it.card & 1:
            message = f"{card_name(it.card)} may be played, and need not be."
            return it.allowed(rule, "matador-not-forced", message)
        message = f"{held} need not be played to {card_name(it.led)}; any card may be played."
        return it.allowed(rule, "matador-kept-back", message)
    if not it.same >> it.card & 1:
        return it.refused(rule, "matador-must-be-played", f"A trump must be played: {held}.")
    return _forced(it, rule)


def _forced(it: _Trick, rule: str) -> Why:
    name, forcing = card_name(it.card), card_name(it.forcing)
    if it.follow.rule.privilege is Privilege.NONE:
        message = "Forced: matadors follow a trump like any other trump."
        return it.allowed(rule, "matador-follows", message)
    if it.follow.ranking.higher[it.forcing] >> it.card & 1:
        message = (
            f"{name} is allowed: it is a trump; as the higher matador it is not forced itself."
        )
        return it.allowed(rule, "higher-matador-allowed", message)
    how = "was led" if it.forcing == it.led else "was put on by the second player"
    message = f"Forced: {name} is a matador, but a higher one, {forcing}, {how}."
    return it.allowed(rule, "matador-forced", message)


def _deciding(it: _Trick, *, free: bool) -> str:
    """Return the path of the rule that decides whether the matadors held are forced.

    The card of the second player decides where the answer would change without it, or, where it
    does not count, if it did.
    """
    second = it.second
    if second is not None and (it.follow.matadors & it.follow.ranking.higher[it.led]) >> second & 1:
        other = it.led if it.forcing == second else second
        if ((other, it.same) in it.follow.free) != free:
            return "play.matadors.second"
    if (it.forcing, it.same) == it.follow.pair:
        return "play.matadors.pair"
    return _PRIVILEGE
