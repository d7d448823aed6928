"""The parts of the page on play: whole games, their stages, tricks alone, threads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bench.table import figure, table
from bench.target import Data, slowest

_NAMES: Final = {
    "kernel": ("**L'Hombre**, the tricks alone", "this package's kernel, side by side"),
    "python": ("the same deals, card by card", "this package's tables in plain Python"),
    "skat-within": ("Skat, rest of the deal", "OpenSpiel, random games within its own C++"),
    "skat-python": ("Skat, whole deal", "OpenSpiel through its Python interface"),
    "tarok-within": ("Tarok, rest of the deal", "OpenSpiel, random games within its own C++"),
    "tarok-python": ("Tarok, whole deal", "OpenSpiel through its Python interface"),
    "euchre-within": ("Euchre, rest of the deal", "OpenSpiel, random games within its own C++"),
    "euchre-python": ("Euchre, whole deal", "OpenSpiel through its Python interface"),
    "bridge": ("Bridge, whole deal", "RLCard, its random players"),
    "dds": ("Bridge, nine-card endings solved", "DDS through endplay"),
}
_OURS: Final = ("kernel", "python")
_SOLVED: Final = "dds"
"""Nothing is played there: it stands with our leads beside the solver."""


def games(data: Data) -> Iterable[str]:
    """Yield the rates of whole games under every variant."""
    yield "## Whole games\n"
    yield "Deals a second on one core, auction, exchange, play and money of whole sessions of three"
    yield "players, by the kernel and by the reference engine, which is written to be read.\n"
    bots = list(dict.fromkeys(one["bot"] for one in data["games"]))
    found = {(one["variant"], one["bot"]): one for one in data["games"]}
    heads, sides = ["variant"], "l"
    for bot in bots:
        heads += [f"`{bot}`: kernel", "reference", "ratio"]
        sides += "rrr"
    rows = []
    for variant in dict.fromkeys(one["variant"] for one in data["games"]):
        row = [variant]
        for bot in bots:
            one = found[variant, bot]
            row += [figure(one["kernel"]["rate"]), figure(one["reference"]["rate"])]
            row.append(figure(one["ratio"]))
        rows.append(row)
    yield table(heads, rows, sides)
    handed = [one for one in data["games"] if one["by_engine"]]
    if handed:
        yield "\nA session whose sums outgrow the kernel is played by the reference engine instead,"
        yield "the whole of it, and that is what it costs here:\n"
        for one in handed:
            share = f"{100 * one['by_engine']:.3g} %"
            yield f"- {one['variant']}, `{one['bot']}`: {share} of the deals."


def stages(data: Data) -> Iterable[str]:
    """Yield where the time of a whole game goes."""
    yield "### Where the time goes\n"
    yield "Nanoseconds of a deal by stage, `thumb` at the table. A stage is compiled code over many"
    yield "sessions; *counting* is what is done before the first and after the last.\n"
    names = [name for name in data["stages"][0] if name != "variant"]
    rows = [
        (one["variant"], *(f"{one[name]:,.0f}" for name in names), f"{_whole(one):,.0f}")
        for one in data["stages"]
    ]
    yield table(("variant", *names, "in all"), rows, "l" + "r" * (len(names) + 1))
    if "games" in data:
        worst = next(
            (one for one in data["stages"] if one["variant"] == slowest(data, "thumb")["variant"]),
            data["stages"][0],
        )
        longest = sorted(names, key=lambda name: -worst[name])[:2]
        share = sum(worst[name] for name in longest) / max(_whole(worst), 1e-9)
        yield f"\nThe slowest variant, {worst['variant']}, spends {100 * share:.0f} % on"
        yield f"{' and '.join(longest)}."


def _whole(one: Data) -> float:
    return float(sum(value for name, value in one.items() if name != "variant"))


def side(data: Data) -> Iterable[str]:
    """Yield random games beside those of other packages."""
    rates = data["side"]["rates"]
    yield "## Side by side with other packages\n"
    yield "Random play on one core, in turn within one run. **They are different games** with other"
    yield "rules, other numbers of cards and acts, through interfaces that serve any game: a"
    yield "yardstick of what a random deal costs elsewhere, never the same task done slower. Only"
    yield "the second row plays the same deals as the first.\n"
    ours = rates["kernel"]["rate"]
    rows = []
    for name in (name for name in _NAMES if name in rates and name != _SOLVED):
        one, (game, by) = rates[name], _NAMES[name]
        package = one["package"] or "lhombre"
        acts = f"{one['acts']:.0f}" if one["acts"] else "not counted"
        which = "the same" if name in _OURS else "different games"
        rows.append(
            (game, by, package, acts, figure(one["rate"]), figure(ours / one["rate"]), which)
        )
    heads = ("game", "by", "package", "acts a game", "games/s", "L'Hombre to it", "")
    yield table(heads, rows, "lllrrrl")
    yield f"\nL'Hombre is played under {data['side']['variant']}, with trumps and ombre by lot. The"
    yield "rows *rest of the deal* begin with the cards dealt, so that dealing is not in them. An"
    yield "act is a bid, a choice or a card of a player; at random many a game ends early."
    for told in sorted({told for name, told in data["side"]["absent"].items() if name != _SOLVED}):
        yield f"\nA yardstick is missing: {told}."


def play(data: Data) -> Iterable[str]:
    """Yield the rates of the tricks alone under every variant."""
    yield "## The tricks alone, by variant\n"
    yield "The same compiled loop for all; the rules are in its tables.\n"
    rows = [(one["variant"], figure(one["rate"])) for one in data["play"]]
    yield table(("variant", "deals/s"), rows, "lr")


def threads(data: Data) -> Iterable[str]:
    """Yield what a second thread brings."""
    found = data["threads"]
    yield "## Two threads\n"
    yield f"The same work under {found['variant']} in two halves, one after the other and at"
    yield "the same time, on the wall. The ratio is the median of the runs'. How much other work on"
    yield "the machine left for them is in the columns *cores*: the processor time that they had in"
    yield "a second, on an idle machine 1 and 2.\n"
    rows = [
        (
            name,
            figure(one["one"]),
            figure(one["two"]),
            f"{one['ratio']:.2f} ×",
            f"{one['cores_one']:.2f}",
            f"{one['cores_two']:.2f}",
        )
        for name, one in (("tricks alone", found["play"]), ("whole games, `thumb`", found["game"]))
    ]
    yield table(
        ("", "one thread, deals/s", "two threads", "ratio", "cores: one", "two"), rows, "lrrrrr"
    )
