"""Random games side by side: the kernel, plain Python, and the yardsticks, in turn.

Our solver is among them, since a yardstick is one of solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bench import card_play, lead
from bench.clock import Pace, Read, alternate, rounded, sized
from bench.solver import ASSUMES
from bench.yardstick import Yardsticks
from lhombre_core.engine.state.game import Game, prepare
from lhombre_core.language.catalog import load

KERNEL, PYTHON, LEADS = "kernel", "python", "leads"


def side_by_side(
    variant: str, pace: Pace, yardsticks: Yardsticks, say: Callable[[str], None]
) -> dict[str, Any]:
    """Return the rates of our own works and of each yardstick, and who is not there."""
    game = prepare(load(variant).rules)
    reads: dict[str, Read] = {
        KERNEL: sized(card_play.by_kernel(game), pace.seconds),
        PYTHON: sized(card_play.in_python(game), pace.seconds),
        LEADS: sized(lead.all_leads(game), pace.seconds),
    }
    for name in yardsticks.there:
        reads[name] = partial(yardsticks.read, name, pace.seconds)
    rates = alternate(reads, pace.runs)
    ours = rates[KERNEL]["rate"]
    for name, one in rates.items():
        one["acts"] = rounded(yardsticks.acts.get(name, 0.0))
        one["package"] = yardsticks.there.get(name, "")
        what = f", {one['package']}: a different game" if one["package"] else ""
        if name == LEADS:
            what = f", {ASSUMES}"
        say(f"{name:<20} {one['rate']:>12,.0f} a second{what}")
    for name in (KERNEL, PYTHON):
        rates[name]["acts"] = float(card_play.ACTS)
    rates[PYTHON]["slower"] = rounded(ours / rates[PYTHON]["rate"])
    for told in dict.fromkeys(yardsticks.absent.values()):
        names = (name for name, why in yardsticks.absent.items() if why == told)
        say(f"not measured, since {told}: {', '.join(names)}")
    sound = {name: one for name, one in rates.items() if name not in yardsticks.absent}
    return {"variant": variant, "rates": sound, "absent": yardsticks.absent}


def play_of_all(
    variants: Sequence[str], pace: Pace, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Return the rate of the kernel's play of the tricks under every variant, in turn."""
    games: dict[str, Game] = {variant: prepare(load(variant).rules) for variant in variants}
    reads = {
        name: sized(card_play.by_kernel(game), pace.seconds / 2) for name, game in games.items()
    }
    found = alternate(reads, pace.runs)
    for variant, one in found.items():
        say(f"{variant:<20} {one['rate']:>12,.0f} deals/s, tricks alone")
    return [{"variant": variant, **one} for variant, one in found.items()]
