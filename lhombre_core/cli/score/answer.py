"""What `lhombre score` prints: the result in a sentence, the payments, the rules behind them."""

from collections.abc import Iterator
from typing import Final

from lhombre_core.cli import output
from lhombre_core.cli.question import cite, term
from lhombre_core.cli.score.reckon import Reckoning
from lhombre_core.engine.money.table import BANK
from lhombre_core.engine.state.verdict import opponents
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import format_seat
from lhombre_core.rules.contract import Goal
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.stake import PoolKind
from lhombre_core.rules.table import Canonical

_OWN_WORDS: Final = {
    Outcome.WIN: Canonical.WIN,
    Outcome.REMISE: Canonical.REMISE,
    Outcome.CODILLE: Canonical.CODILLE,
}
_REASONS: Final = {
    Outcome.WIN: "the ombre has more tricks than any opponent",
    Outcome.REMISE: "no opponent is alone ahead of the ombre",
    Outcome.CODILLE: "an opponent has more tricks than the ombre",
    Outcome.VOLE_FAILED: "the vole was undertaken and missed",
    Outcome.VOID: "nothing is played",
}
_EACH: Final = "each opponent"


def show(resolved: Resolved, found: Reckoning, *, as_json: bool) -> None:
    """Print the answer."""
    if as_json:
        output.show_json(_as_json(resolved, found))
        return
    output.show(_sentence(resolved, found))
    rows = list(_rows(resolved, found))
    what_wide = max((len(what) for what, _, _, _ in rows), default=0)
    who_wide = max((len(who) for _, who, _, _ in rows), default=0)
    for what, who, amount, rule in rows:
        output.show(f"  {what:<{what_wide}}  {who:<{who_wide}}  {amount:>4}   {rule}")
    for rule in dict.fromkeys(rule for _, _, _, rule in rows):
        output.show(f"  {cite(resolved, rule)}")


def _as_json(resolved: Resolved, found: Reckoning) -> dict[str, object]:
    return {
        "variant": resolved.id,
        "hash": resolved.hash,
        "result": str(found.outcome),
        "payments": {
            "ombre": 0 if found.facts.ombre is None else found.payment(found.facts.ombre),
            "opponents": [found.payment(seat) for seat in opponents(found.facts)],
        },
        "pools": found.pools,
        "lines": [
            {
                "rule": line.rule,
                "from": found.name(line.payer),
                "to": found.name(line.payee),
                "amount": line.amount,
                "term": line.term,
                "sources": [cite(resolved, line.rule).as_json()],
            }
            for line in found.lines
        ],
    }


def _sentence(resolved: Resolved, found: Reckoning) -> str:
    word = str(found.outcome).replace("-", " ")
    if found.outcome in _OWN_WORDS:
        word = term(resolved.rules, _OWN_WORDS[found.outcome])
    flows: dict[tuple[str, str], int] = {}
    for line in found.lines:
        key = found.name(line.payer), found.name(line.payee)
        flows[key] = flows.get(key, 0) + line.amount
    paid = [
        _flow(resolved, found, payer, payee, amount)
        for payer, payee, amount in _together(found, flows)
        if amount
    ]
    said = "; ".join(paid) if paid else "nobody pays anything"
    return f"{word[:1].upper()}{word[1:]} ({_reason(resolved, found)}): {said}."


def _reason(resolved: Resolved, found: Reckoning) -> str:
    facts = found.facts
    if facts.conceded:
        return "the ombre has given up"
    goal = None if facts.contract is None else resolved.rules.contracts[facts.contract].goal
    if facts.ombre is None or goal is None or goal is Goal.MOST_TRICKS:
        return _REASONS[found.outcome]
    tricks = output.count(facts.tricks[facts.ombre], "trick")
    return f"the ombre has taken {tricks.replace('0 tricks', 'no trick')}"


def _together(
    found: Reckoning, flows: dict[tuple[str, str], int]
) -> Iterator[tuple[str, str, int]]:
    """Yield payments with those that are the same from or to every opponent as one."""
    names = [format_seat(seat) for seat in opponents(found.facts)]
    done: set[tuple[str, str]] = set()
    for (payer, payee), amount in flows.items():
        if (payer, payee) in done:
            continue
        to_each = [(payer, name) for name in names]
        from_each = [(name, payee) for name in names]
        if payee in names and all(flows.get(pair) == amount for pair in to_each):
            done.update(to_each)
            yield payer, _EACH, amount
        elif payer in names and all(flows.get(pair) == amount for pair in from_each):
            done.update(from_each)
            yield _EACH, payee, amount
        else:
            yield payer, payee, amount


def _flow(resolved: Resolved, found: Reckoning, payer: str, payee: str, amount: int) -> str:
    if amount < 0:
        payer, payee, amount = payee, payer, -amount
    sum_ = output.count(amount, str(resolved.rules.stakes.unit))
    pools = resolved.rules.stakes.pools
    who = {name: name if name == _EACH else f"the {name}" for name in (payer, payee)}
    if payer == BANK:
        return f"{who[payee]} scores {sum_}"
    if payee == BANK:
        return f"{who[payer]} loses {sum_}"
    if payee in pools and pools[payee].kind is PoolKind.LEDGER:
        return f"{sum_} {'is' if amount == 1 else 'are'} {payee} as a debt of {who[payer]}"
    if payee in pools:
        then = f", which then holds {found.pools[payee]}" if payee in found.pools else ""
        return f"{who[payer]} puts {sum_} into {who[payee]}{then}"
    if payer in pools:
        return f"{who[payee]} takes {sum_} from {who[payer]}"
    return f"{who[payer]} pays {who[payee]} {sum_}"


def _rows(resolved: Resolved, found: Reckoning) -> Iterator[tuple[str, str, str, str]]:
    """Yield every payment: what for, from whom to whom, how much, by which rule."""
    by_line: dict[tuple[str, str | None], dict[tuple[str, str], int]] = {}
    for line in found.lines:
        flows = by_line.setdefault((line.rule, line.term), {})
        key = found.name(line.payer), found.name(line.payee)
        flows[key] = flows.get(key, 0) + line.amount
    for (rule, name), flows in by_line.items():
        transfer = resolved.rules.settlement.get(rule.removeprefix("settlement."))
        says = rule.rsplit(".", 1)[-1] if transfer is None else transfer.says or rule
        what = says if name is None else f"{says}: {name.replace('_', ' ')}"
        for payer, payee, amount in _together(found, flows):
            yield what, f"{payer} → {payee}", str(amount), rule
