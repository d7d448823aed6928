"""The answer of `lhombre score`: the result in a sentence, the payments, and their rules."""

from collections.abc import Iterator
from typing import Final

from lhombre_core.cli import output
from lhombre_core.cli.question import cite, heading, outcome_word
from lhombre_core.cli.score.scoring import Score
from lhombre_core.engine.money.table import BANK
from lhombre_core.engine.state.verdict import opponents
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import format_seat
from lhombre_core.rules.contract import Goal
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.stake import PoolKind

_REASONS: Final = {
    Outcome.WIN: "the ombre has more tricks than any opponent",
    Outcome.REMISE: "no opponent is alone ahead of the ombre",
    Outcome.CODILLE: "an opponent has more tricks than the ombre",
    Outcome.VOLE_FAILED: "the vole was undertaken and missed",
    Outcome.VOID: "nothing is played",
}
_EACH: Final = "each opponent"


def show_score(resolved: Resolved, score: Score, *, as_json: bool) -> None:
    """Print the score of a deal."""
    if as_json:
        output.show_json(_as_json(resolved, score))
        return
    output.show(_sentence(resolved, score))
    rows = list(_rows(resolved, score))
    what_wide = max((len(what) for what, _, _, _ in rows), default=0)
    who_wide = max((len(who) for _, who, _, _ in rows), default=0)
    for what, who, amount, rule in rows:
        output.show(f"  {what:<{what_wide}}  {who:<{who_wide}}  {amount:>4}   {rule}")
    for rule in dict.fromkeys(rule for _, _, _, rule in rows):
        output.show(f"  {cite(resolved, rule)}")


def _as_json(resolved: Resolved, score: Score) -> dict[str, object]:
    return {
        **heading(resolved),
        "result": str(score.outcome),
        "payments": {
            "ombre": 0 if score.facts.ombre is None else score.payment(score.facts.ombre),
            "opponents": [score.payment(seat) for seat in opponents(score.facts)],
        },
        "pools": score.pools,
        "lines": [
            {
                "rule": line.rule,
                "from": score.name(line.payer),
                "to": score.name(line.payee),
                "amount": line.amount,
                "term": line.term,
                "sources": [cite(resolved, line.rule).as_json()],
            }
            for line in score.lines
        ],
    }


def _sentence(resolved: Resolved, score: Score) -> str:
    word = outcome_word(resolved.rules, score.outcome)
    if score.outcome is Outcome.VOLE_FAILED:
        word = word.replace("-", " ")
    flows: dict[tuple[str, str], int] = {}
    for line in score.lines:
        key = score.name(line.payer), score.name(line.payee)
        flows[key] = flows.get(key, 0) + line.amount
    paid = [
        _flow(resolved, score, payer, payee, amount)
        for payer, payee, amount in _together(score, flows)
        if amount
    ]
    said = "; ".join(paid) if paid else "nobody pays anything"
    return f"{word[:1].upper()}{word[1:]} ({_reason(resolved, score)}): {said}."


def _reason(resolved: Resolved, score: Score) -> str:
    facts = score.facts
    if facts.conceded:
        return "the ombre has given up"
    goal = None if facts.contract is None else resolved.rules.contracts[facts.contract].goal
    if facts.ombre is None or goal is None or goal is Goal.MOST_TRICKS:
        return _REASONS[score.outcome]
    tricks = output.count(facts.tricks[facts.ombre], "trick")
    return f"the ombre has taken {tricks.replace('0 tricks', 'no trick')}"


def _together(score: Score, flows: dict[tuple[str, str], int]) -> Iterator[tuple[str, str, int]]:
    """Yield payments; equal payments of, or to, all opponents are joined."""
    names = [format_seat(seat) for seat in opponents(score.facts)]
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


def _flow(resolved: Resolved, score: Score, payer: str, payee: str, amount: int) -> str:
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
        then = f", which then holds {score.pools[payee]}" if payee in score.pools else ""
        return f"{who[payer]} puts {sum_} into {who[payee]}{then}"
    if payer in pools:
        return f"{who[payee]} takes {sum_} from {who[payer]}"
    return f"{who[payer]} pays {who[payee]} {sum_}"


def _rows(resolved: Resolved, score: Score) -> Iterator[tuple[str, str, str, str]]:
    """Yield the reason, the two parties, the amount and the rule of every payment."""
    by_line: dict[tuple[str, str | None], dict[tuple[str, str], int]] = {}
    for line in score.lines:
        flows = by_line.setdefault((line.rule, line.term), {})
        key = score.name(line.payer), score.name(line.payee)
        flows[key] = flows.get(key, 0) + line.amount
    for (rule, name), flows in by_line.items():
        transfer = resolved.rules.settlement.get(rule.removeprefix("settlement."))
        says = rule.rsplit(".", 1)[-1] if transfer is None else transfer.says or rule
        what = says if name is None else f"{says}: {name.replace('_', ' ')}"
        for payer, payee, amount in _together(score, flows):
            yield what, f"{payer} → {payee}", str(amount), rule
