"""What `lhombre simulate` and `lhombre results` print of a run."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lhombre_core.cli.output import count
from lhombre_core.cli.output import show as print_answer
from lhombre_core.sim.summary import Summary


def show(found: Summary, *, as_json: bool) -> None:
    """Print the outcome of a simulation."""
    show_text(found.as_json(), as_json=as_json)


def show_text(text: str, *, as_json: bool) -> None:
    """Print the outcome of a simulation that is JSON already."""
    print_answer(text.rstrip("\n") if as_json else "\n".join(_lines(read(text))))


def read(text: str) -> dict[str, Any]:
    """Return the data of an outcome."""
    found: dict[str, Any] = json.loads(text)
    return found


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{data['variant']} {data['hash'][:12]}, seed {data['seed']}: "
        f"{count(data['deals'], 'deal')} in {count(data['sessions'], 'session')} "
        f"played by {_players(data['bots'])}."
    )
    chosen = [*data["readings"], *data["patches"], *data["settings"]]
    if chosen:
        yield f"With {', '.join(chosen)}."
    if data["cut"]:
        yield f"{count(data['cut'], 'session')} cut off at the limit."
    yield ""
    yield "  of the deals that were played  (95 % interval)"
    for result, rate in data["rates"].items():
        yield f"    {result:<12}  {_share(rate)}"
    yield "  contracts, of all deals        (won by their ombre)"
    for name, own in data["by_contract"].items():
        yield f"    {name:<16}  {_share(own['share'])}   won {_share(own['rates']['win'])}"
    yield "  what a deal brought on average"
    for role, spread in data["counters"]["by_role"].items():
        if spread["n"]:
            yield f"    {role:<12}  {spread['mean']:+.3f}"


def _players(bots: Sequence[str]) -> str:
    """Return who played; by place at the table where not all are alike."""
    if len(set(bots)) == 1:
        return bots[0]
    return ", ".join(f"{bot} (player {place})" for place, bot in enumerate(bots))


def _share(rate: Mapping[str, Any]) -> str:
    if rate["share"] is None:
        return "     –"
    low, high = 100 * rate["low"], 100 * rate["high"]
    return f"{100 * rate['share']:6.2f} % ({low:.2f} to {high:.2f})"
