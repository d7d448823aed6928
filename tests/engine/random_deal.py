"""Random outcomes of deals, for properties of whole sessions of the money side."""

from lhombre_core.engine.state.facts import Facts, Irregularity, Runs
from lhombre_core.notation import Seat
from lhombre_core.rules.contract import Consent, EnteredBy, Goal, TrumpBy, VoleBy
from lhombre_core.rules.session import Remedy
from lhombre_core.rules.settlement import Offence

HANDS = (Seat.FOREHAND, Seat.MIDDLEHAND, Seat.BACKHAND)


def random_facts(game, seating, rng, irregular=0.1):
    """Return what becomes of a deal, anything the variant allows."""
    passes = tuple((seat, rng.random() < 0.2) for seat in HANDS if rng.random() < 0.6)
    if rng.random() < 0.15:
        return Facts(passes=tuple((seat, False) for seat in HANDS), all_pass=True)
    contract = rng.choice(sorted(game.contracts))
    rules = game.contracts[contract]
    mort = None
    if rules.entry.by is EnteredBy.RESTING_SEAT:
        if not seating.resting:
            return random_facts(game, seating, rng, irregular)
        mort = rng.choice(seating.resting)
    ombre = rng.choice(HANDS) if mort is None else Seat.MORT
    seats = HANDS if mort is None else (*HANDS, Seat.MORT)
    needless = tuple(seat for seat in HANDS if rng.random() < 0.1)
    shared = {
        "contract": contract,
        "colour": rng.randrange(3) if rules.entry.privilege else 0,
        "ombre": ombre,
        "trump": None if rules.trump.by is TrumpBy.NONE else rng.randrange(4),
        "mort": mort,
        "passes": passes,
        "needless": needless,
        "runs": random_runs(ombre, rng),
        "irregularities": random_acts(game, seats, rng, irregular),
    }
    if rules.concession.allowed and rng.random() < 0.1:
        return Facts(conceded=True, **shared)
    return Facts(**shared, **random_tricks(rules, ombre, seats, rng))


def random_runs(ombre, rng):
    others = [seat for seat in HANDS if seat is not ombre]
    return Runs(
        ombre=rng.randrange(12),
        opponent=(rng.choice(others), rng.randrange(3, 10)) if rng.random() < 0.2 else None,
        surrenderer=rng.randrange(12),
    )


def random_tricks(rules, ombre, seats, rng):
    """Return tricks and what follows from them: vole, stopping, a deal taken over."""
    winners = [rng.choice([ombre, *seats]) for _ in range(9)]
    if rng.random() < 0.3:
        winners[:5] = [ombre] * 5
        if rng.random() < 0.5:
            winners = [ombre] * 9
    most = rules.goal is Goal.MOST_TRICKS
    surrenderer = None
    if rules.concession.consent is Consent.TAKE_OVER and rng.random() < 0.2:
        surrenderer = rng.choice([seat for seat in seats if seat is not ombre])
    five = most and winners[:5] == [ombre] * 5 and surrenderer is None
    vole = five and rules.vole.by is not VoleBy.NOT and rng.random() < 0.6
    if five and not vole:
        winners = winners[:5]
    return {
        "tricks": tuple(winners.count(seat) for seat in (*HANDS, Seat.MORT)),
        "winners": tuple(winners),
        "vole_undertaken": vole,
        "stopped": five and not vole,
        "surrenderer": surrenderer,
    }


def random_acts(game, seats, rng, often):
    """Return irregular acts for which the variant has a remedy, usually none."""
    rules = game.rules.irregularities
    remedied = {Offence.WRONG_DRAW: rules.wrong_draw, Offence.REVOKE: rules.revoke}
    return tuple(
        Irregularity(
            offence,
            rng.choice(seats),
            seen=rng.random() < 0.5,
            late=rng.random() < 0.5,
            count=rng.choice([1, 1, 2]),
        )
        for offence, remedy in remedied.items()
        if remedy is not Remedy.REFUSED and rng.random() < often
    )
