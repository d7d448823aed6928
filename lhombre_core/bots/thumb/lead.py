"""The lead in a contract for tricks: of the ombre, of a collector and of a supporter."""

from __future__ import annotations

from lhombre_core.bots.thumb.scene import Scene, each, longest, shortest
from lhombre_core.bots.thumb.style import Style
from lhombre_core.cards import EMPTY, Hand
from lhombre_core.rules.contract import Family


def lead(scene: Scene, style: Style) -> int:
    """Return the card that is led."""
    if scene.is_ombre:
        return _of_ombre(scene)
    own = _of_collector if scene.collects(style) else _of_supporter
    for rule in (_against_aces, own, _from_length, _from_a_king):
        card = rule(scene)
        if card is not None:
            return card
    return scene.lowest(scene.legal)


# -- the ombre --------------------------------------------------------------------------------


def _of_ombre(scene: Scene) -> int:
    trumps = scene.legal & scene.trumps
    if trumps and scene.unseen & scene.trumps and not _all_void(scene):
        top = scene.highest(trumps)
        if scene.is_master(top):
            return top
    plain = scene.legal & ~scene.trumps
    masters = plain & _masters(scene, plain)
    if masters:
        return scene.highest(masters)
    if not plain:
        return scene.highest(trumps)
    if scene.my_tricks == 4 and (back := _for_the_weaker(scene, plain)):  # AV45
        return scene.lowest(back)
    return scene.lowest(longest(scene.suits(), plain))


def _masters(scene: Scene, cards: Hand) -> Hand:
    """Return the cards that are the highest of their suit among those unseen."""
    masters = EMPTY
    for card in each(cards):
        if scene.is_master(card):
            masters |= 1 << card
    return masters


def _all_void(scene: Scene) -> bool:
    """Return whether every other seat has failed to follow a trump that was led."""
    void = {scene.me}
    for leader, cards in scene.information.played:
        if scene.trumps >> cards[0] & 1:
            seats = scene.seats_from(leader)
            void.update(
                seat
                for seat, card in zip(seats, cards, strict=True)
                if not scene.trumps >> card & 1
            )
    return len(void) == len(scene.order)


def _for_the_weaker(scene: Scene, plain: Hand) -> Hand:
    """Return my cards of the suit last led by the opponent with fewer tricks, if he led one.

    Of opponents with equal tricks the first after the ombre counts as the weaker.
    """
    tricks = scene.information.tricks
    others = scene.seats_from(scene.me)[1:]
    weaker = min(others, key=lambda seat: tricks[seat])
    led = [cards[0] for leader, cards in scene.information.played if leader == weaker]
    for card in reversed(led):
        if held := scene.suit_of(card) & plain:
            return held
    return EMPTY


# -- the opponents ----------------------------------------------------------------------------


def _against_aces(scene: Scene) -> int | None:
    """Return a trump to lead through an ombre who has turned with both black aces (AV80, AV81)."""
    trumps = scene.legal & scene.trumps
    if scene.contract.family is not Family.TURNED_TRUMP_BLACK_ACES or not scene.next_is_ombre:
        return None
    manille = scene.follow.ranking.trumps[1]
    if not trumps or scene.information.turned == manille or scene.start >> manille & 1:
        return None
    return scene.lowest(trumps)


def _of_collector(scene: Scene) -> int | None:
    plain = scene.legal & ~scene.trumps
    suits = scene.suits()
    masters = _masters(scene, plain)
    if masters:  # AV75
        with_master = [suit for suit in suits if suit & masters]
        held = shortest(with_master, plain)
        likely = scene.my_tricks + (masters | scene.hand & scene.tops).bit_count()
        if scene.next_is_ombre and likely == 3:  # AV78
            held = longest(with_master, plain)
        return scene.highest(held & masters)
    for suit, order in scene.sequences():  # AV77
        if scene.hand & suit == 1 << order[1] and scene.legal & suit:
            return order[1]
    return None


def _of_supporter(scene: Scene) -> int | None:
    if scene.next_is_ombre:
        trumps = scene.legal & scene.trumps
        if trumps and _partner_led_trumps_through_me(scene):  # AV65
            return scene.lowest(trumps)
        return None
    for place in (1, 2):  # AV61, AV64, AV66
        for suit, order in scene.sequences():
            if not scene.hand >> order[0] & 1 and scene.legal & suit & 1 << order[place]:
                return order[place]
    return None


def _partner_led_trumps_through_me(scene: Scene) -> bool:
    return any(
        leader != scene.ombre and scene.after(leader) == scene.me and scene.trumps >> cards[0] & 1
        for leader, cards in scene.information.played
    )


def _from_length(scene: Scene) -> int | None:
    """Return the lowest card of the longest plain suit without a king of mine (AV60, AV66)."""
    kings = scene.kings & scene.hand
    plain = EMPTY
    for suit in scene.suits():
        if not suit & kings:
            plain |= scene.legal & suit
    return scene.lowest(longest(scene.suits(), plain)) if plain else None


def _from_a_king(scene: Scene) -> int | None:
    """Return the lowest card of the longest plain suit, although its king is held (AV67)."""
    plain = scene.legal & ~scene.trumps
    return scene.lowest(longest(scene.suits(), plain)) if plain else None
