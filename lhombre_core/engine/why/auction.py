"""Why a deal, a pass or a bid is legal or not."""

from __future__ import annotations

from lhombre_core.engine.phase.auction import Refusal, covered, is_last_speaker
from lhombre_core.engine.state.action import Bid
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.state.state import AuctionState, Phase, State
from lhombre_core.engine.why.reason import (
    Argument,
    Why,
    allowed,
    bid_name,
    contract_name,
    refused,
    seat_name,
)
from lhombre_core.rules.auction import HoldWho, Overbid
from lhombre_core.rules.contract import Named, Requirement

_REQUIRED = {
    Requirement.NOTHING: "nothing",
    Requirement.BLACK_ACES: "both black aces",
    Requirement.AN_ACE: "an ace",
    Requirement.A_BLACK_ACE: "a black ace",
}
_SENTENCES = {
    Refusal.UNKNOWN: "{bid} cannot be bid here.",
    Refusal.COLOUR: "{bid} cannot be bid: no such privileged suit is set, or not for it.",
    Refusal.ROUND: "{bid} belongs to another round of the auction.",
    Refusal.TOO_LOW: "{bid} is lower than {standing}.",
    Refusal.NO_HOLD: "{bid} does not exceed {standing}, and no bid can be held.",
    Refusal.NOT_HOLDER: "{bid} does not exceed {standing}: {holder}.",
    Refusal.OTHER_CONTRACT: "{bid} ranks with {standing}, but only the same contract holds it.",
    Refusal.JUMP: "{bid} passes over a bid that would be enough.",
    Refusal.COVERED: "{bid} must be bid as {cover}.",
    Refusal.HAND: "{bid} needs {requires} in hand.",
    Refusal.LONG_HAND: "Who has a card too many may bid only contracts with exchange, not {bid}.",
    Refusal.DEALT_LONG: "The dealer has dealt a card too many and may not be ombre.",
    Refusal.DEALT_SHORT: "The dealer has dealt a hand short and may not be ombre.",
}
_RULES = {
    Refusal.ROUND: "contracts.{}.entry.round",
    Refusal.TOO_LOW: "contracts.{}.rank",
    Refusal.NO_HOLD: "auction.hold.allowed",
    Refusal.NOT_HOLDER: "auction.hold.who",
    Refusal.OTHER_CONTRACT: "auction.hold.what",
    Refusal.JUMP: "auction.jump",
    Refusal.COVERED: "contracts.{}.entry.named",
    Refusal.HAND: "contracts.{}.requires",
    Refusal.LONG_HAND: "irregularities.long_deal",
    Refusal.DEALT_LONG: "irregularities.long_deal",
    Refusal.DEALT_SHORT: "irregularities.short_deal",
}
"""The rule of each refusal; `{}` stands for the contract."""

_HOLDERS = {
    HoldWho.EARLIER: "only an earlier seat may hold",
    HoldWho.FOREHAND: "only the forehand may hold",
    HoldWho.FIRST_BIDDER: "only the first bidder may hold",
}


def deal_why(state: State) -> Why | None:
    """Return why the cards may be dealt; None: they cannot be dealt now."""
    if state.phase is not Phase.DEAL:
        return None
    return allowed("deal.first_served", "deals", "The dealer deals.")


def turn_pack_why(state: State) -> Why | None:
    """Return why the second pack is turned; None: it cannot be turned now."""
    if state.phase is not Phase.TURN:
        return None
    message = "The top card of the second pack is turned after the deal."
    return allowed("cards.second_pack", "turns", message)


def pass_why(state: State) -> Why | None:
    """Return why the speaker may pass; None: there is no auction now."""
    if state.phase is not Phase.AUCTION:
        return None
    return allowed("auction.procedure", "passes", "Whoever speaks may pass.")


def turn_why(game: Game, auction: AuctionState, speaker: int, seat: int) -> Why:
    """Return why a seat may speak or not when it is the turn of `speaker`."""
    rules = game.rules.auction
    name = seat_name(seat)
    args: dict[str, Argument] = {"seat": name, "speaker": seat_name(speaker)}
    if seat == speaker:
        return allowed("auction.procedure", "speaks", f"It is the turn of {name}.", args)
    if auction.passed >> seat & 1 and rules.pass_final:
        message = f"{name} has passed and is out of the auction."
        return refused("auction.pass_final", "has-passed", message, args)
    if auction.out >> seat & 1:
        overbid = rules.overbid is Overbid.IS_OUT  # then nobody is left in who could be held
        path = "auction.overbid" if overbid else "auction.hold.then"
        message = f"{name} is out: his bid was {'overbid' if overbid else 'held'}."
        return refused(path, "is-out", message, args)
    if seat == auction.holder:
        message = f"{name} has made the bid that stands and waits for the others."
        return refused("auction.procedure", "stands", message, args)
    message = f"{name} waits: it is the turn of {seat_name(speaker)}."
    return refused("auction.procedure", "waits", message, args)


def bid_why(game: Game, auction: AuctionState, seat: int, bid: Bid, refusal: Refusal | None) -> Why:
    """Return why a bid is legal, or refused for the reason given."""
    contract = game.contracts.get(bid.contract)
    cover = None if contract is None else contract.entry.cover
    requires = Requirement.NOTHING if contract is None else contract.requires
    args: dict[str, Argument] = {
        "seat": seat_name(seat),
        "bid": bid_name(game, bid),
        "standing": "" if auction.standing is None else bid_name(game, auction.standing),
        "cover": "" if cover is None else contract_name(game, cover),
        "requires": _REQUIRED[requires],
        "holder": _HOLDERS[game.rules.auction.hold.who],
    }
    if refusal is None:
        return _allowed(game, auction, seat, bid, args)
    message = _SENTENCES[refusal].format_map(args)
    return refused(_rule(game, bid, refusal), refusal.value, message, args)


def _allowed(
    game: Game, auction: AuctionState, seat: int, bid: Bid, args: dict[str, Argument]
) -> Why:
    path = f"contracts.{bid.contract}"
    named = game.contracts[bid.contract].entry.named
    name = args["bid"]
    if named is Named.PENALISED and covered(game, auction, seat, bid):
        message = f"{name} may be named, but {args['cover']} would have done: that is charged."
        return allowed(f"{path}.entry.named", "needless", message, args)
    if auction.standing is not None and game.levels[bid] == auction.level:
        message = f"{name} holds {args['standing']}: {seat_name(seat)} may match it."
        return allowed("auction.hold.who", "holds", message, args)
    if named in {Named.WHEN_NEEDED, Named.NEVER}:
        last = is_last_speaker(auction, seat)
        message = f"{name} may be named: " + (
            "nobody else is left to speak."
            if last and not game.rules.auction.last_speaker_bound
            else f"{args['cover']} would be no legal bid."
        )
        return allowed(f"{path}.entry.named", "needed", message, args)
    if auction.standing is None:
        return allowed(f"{path}.rank", "opens", f"{name} may be bid: nobody has bid.", args)
    message = f"{name} is higher than {args['standing']}."
    return allowed(f"{path}.rank", "exceeds", message, args)


def _rule(game: Game, bid: Bid, refusal: Refusal) -> str:
    """Return the path of the rule by which a bid is refused."""
    if refusal is Refusal.UNKNOWN:
        known = bid.contract in game.contracts
        return f"contracts.{bid.contract}.entry.by" if known else "auction.procedure"
    if refusal is Refusal.COLOUR:
        return _colour_rule(game, bid)
    return _RULES[refusal].format(bid.contract)


def _colour_rule(game: Game, bid: Bid) -> str:
    privilege = game.rules.auction.privilege
    if privilege is None:
        return "auction.privilege"
    if not game.contracts[bid.contract].entry.privilege:
        return f"contracts.{bid.contract}.entry.privilege"
    return (
        "auction.privilege.number" if bid.colour > privilege.number else "auction.privilege.set_by"
    )
