"""What `lhombre replay` does and prints: a record read, run by its rules, and the verdict shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lhombre_core.cli.output import count, say, show, show_json
from lhombre_core.cli.question import ask, cite, term
from lhombre_core.engine.replay import DealVerdict, Kind, Remark, UnclearError, Verdict, replay
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.why.reason import contract_name
from lhombre_core.errors import Fault, FaultError, UnreadableError, UsageError
from lhombre_core.language.catalog import is_file_name
from lhombre_core.language.record.reading import Written, read
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat, format_seat, format_split
from lhombre_core.rules.record import MoveKind, Record
from lhombre_core.rules.settlement import Outcome
from lhombre_core.rules.table import Canonical

_HASH = 12
"""How many characters of a hash are enough to name a rule set."""
_OWN_WORDS = {
    Outcome.WIN: Canonical.WIN,
    Outcome.REMISE: Canonical.REMISE,
    Outcome.CODILLE: Canonical.CODILLE,
}


@dataclass(frozen=True, slots=True)
class Verification:
    """A record with the rules it was run by and what it came to."""

    written: Written
    resolved: Resolved
    verdict: Verdict

    @property
    def record(self) -> Record:
        """The record."""
        return self.written.record

    def remarks(self) -> Iterator[tuple[int | None, Remark]]:
        """Yield all that was remarked, with the number of the deal, faults after notes."""
        for index, deal in enumerate(self.verdict.deals):
            yield from ((index, remark) for remark in deal.remarks)
        found = self.fault()
        if found is not None:
            yield found

    def fault(self) -> tuple[int | None, Remark] | None:
        """Return what makes the record illegal, with the number of the deal."""
        for index, deal in enumerate(self.verdict.deals):
            if deal.fault is not None:
                return index, deal.fault
        return None if self.verdict.fault is None else (None, self.verdict.fault)


def verify(
    file: Path,
    *,
    readings: Sequence[str],
    patches: Sequence[str],
    settings: Sequence[str],
    any_hash: bool,
    as_json: bool,
) -> int:
    """Run a record and print the verdict; return the exit code."""
    written = read_record(file)
    record = written.record
    resolved = rules_of(written, file, readings, patches, settings)
    require_hash(written, resolved, any_hash=any_hash)
    try:
        verdict = replay(prepare(resolved.rules), record)
    except UnclearError as error:
        fault = written.fault(error.message, error.deal, error.section, error.entry)
        raise unreadable(written, fault) from error
    found = Verification(written, resolved, verdict)
    if as_json:
        show_json(_as_json(found))
    else:
        _show(found)
    return 0 if verdict.legal else 1


def read_record(file: Path) -> Written:
    """Return the record in a file; one with faults is no question that can be answered."""
    try:
        return read(file)
    except FaultError as error:
        raise UnreadableError(error.faults, error.texts, error.closing) from error


def unreadable(written: Written, fault: Fault) -> UnreadableError:
    """Return the error for a record with a fault because of which it is no question."""
    return UnreadableError([fault], {written.document.name: written.document.text})


def rules_of(
    written: Written,
    file: Path,
    readings: Sequence[str],
    patches: Sequence[str],
    settings: Sequence[str],
) -> Resolved:
    """Return the rules that a record names, with what was added to them on the command line."""
    record = written.record
    variant = record.variant
    if is_file_name(variant):
        variant = str(file.parent / variant)
    try:
        return ask(
            variant,
            (*record.readings, *readings),
            (*record.patches, *patches),
            (*record.settings, *settings),
        )
    except UsageError:
        _refuse_choices(written, variant)
        raise


def _refuse_choices(written: Written, variant: str) -> None:
    """UnreadableError at the key of a record whose choice of rules cannot be read, if one is."""
    record = written.record
    tried = {
        "variant": ((), (), ()),
        "readings": (record.readings, (), ()),
        "patches": (record.readings, record.patches, ()),
        "set": (record.readings, record.patches, record.settings),
    }
    for key, choices in tried.items():
        try:
            ask(variant, *choices)
        except UsageError as error:
            raise unreadable(written, written.fault(str(error), section=key)) from error


def require_hash(written: Written, resolved: Resolved, *, any_hash: bool) -> None:
    """UnreadableError where a record was made under other rules than those of today."""
    stated = written.record.hash
    if stated is None or any_hash:
        return
    if len(stated) >= _HASH and resolved.hash.startswith(stated):
        return
    message = (
        f"the record was made under the rules {stated[:_HASH]}, and {resolved.id} "
        f"is now {resolved.hash[:_HASH]}; add --any-hash to run it all the same"
    )
    raise unreadable(written, written.fault(message, section="hash"))


# --- as JSON ------------------------------------------------------------------------------------


def _as_json(found: Verification) -> dict[str, object]:
    verdict, record = found.verdict, found.record
    data: dict[str, object] = {"legal": verdict.legal}
    head = {"variant": found.resolved.id, "hash": found.resolved.hash}
    fault = found.fault()
    if fault is not None:
        index, remark = fault
        data |= {
            "deal": index,
            "at": remark.at,
            "rule": remark.rule,
            "message": remark.message,
            "place": _place(found, index, remark),
        }
    data |= head
    if record.is_session:
        data["deals"] = [_deal_json(found, n, deal) for n, deal in enumerate(verdict.deals)]
        data["totals"] = (
            None
            if verdict.totals is None
            else dict(zip(record.players, verdict.totals, strict=True))
        )
    elif verdict.deals:
        data |= {
            key: value
            for key, value in _deal_json(found, 0, verdict.deals[0]).items()
            if key not in data
        }
    return data


def _deal_json(found: Verification, index: int, deal: DealVerdict) -> dict[str, object]:
    return {
        "legal": deal.legal,
        "complete": deal.ended,
        "contract": deal.contract,
        "ombre": None if deal.ombre is None else format_seat(deal.ombre),
        "trump": None if deal.trump is None else deal.trump.name,
        "result": None if deal.outcome is None else str(deal.outcome),
        "tricks": _seats(deal.tricks),
        "payments": None if deal.payments is None else _seats(deal.payments),
        "missing": deal.missing,
        "pools": dict(deal.pools),
        "balances": dict(zip(found.record.players, deal.balances, strict=False)),
        "undetermined": [
            {
                "at": remark.at,
                "rule": remark.rule,
                "message": remark.message,
                "place": _place(found, index, remark),
            }
            for remark in deal.remarks
            if remark.kind is Kind.UNDETERMINED
        ],
        "notes": [remark.message for remark in deal.remarks if remark.kind is Kind.NOTE],
    }


def _seats(values: Mapping[Seat, int]) -> dict[str, int]:
    return {format_seat(seat): value for seat, value in values.items()}


# --- in words -----------------------------------------------------------------------------------


def _show(found: Verification) -> None:
    for index, remark in found.remarks():
        text = f"{_place(found, index, remark)}: {remark.kind}: {remark.message}"
        say(text) if remark.kind is not Kind.ILLEGAL else show(_illegal(found, index, remark))
    fault = found.fault()
    if fault is not None:
        if fault[1].rule is not None:
            show(f"  {cite(found.resolved, fault[1].rule)}")
        return
    open_ = sum(
        remark.kind is Kind.UNDETERMINED for deal in found.verdict.deals for remark in deal.remarks
    )
    judged = f", {count(open_, 'move')} undetermined" if open_ else ""
    show(f"Legal{judged}: {count(len(found.verdict.deals), 'deal')} of {found.resolved.id}.")
    for index, deal in enumerate(found.verdict.deals):
        show(f"  deal {index + 1}: {_in_words(found, deal)}")
    totals = found.verdict.totals
    if found.record.is_session and totals is not None:
        sums = (f"{name} {n:+d}" for name, n in zip(found.record.players, totals, strict=True))
        show(f"  totals: {', '.join(sums)}")


def _illegal(found: Verification, index: int | None, remark: Remark) -> str:
    deal = "" if index is None else f"deal {index + 1}, {_where(found, index, remark)}: "
    message = f"illegal: {deal}{remark.message}"
    if index is None:
        fault = found.written.fault(message)
    else:
        fault = found.written.fault(message, index, remark.section, remark.entry)
    return fault.render(found.written.document.text)


def _place(found: Verification, index: int | None, remark: Remark) -> str:
    if index is None:
        return str(found.written.mark())
    return str(found.written.mark(index, remark.section, remark.entry))


def _where(found: Verification, index: int, remark: Remark) -> str:
    """Return in words which move it is."""
    if remark.section != "play":
        return f"{remark.section.replace('_', ' ')} {remark.entry + 1}"
    moves = found.record.deals[index].play[: remark.entry + 1]
    cards = sum(move.kind is MoveKind.CARD for move in moves)
    seats = 4 if Seat.MORT in found.verdict.deals[index].tricks else 3
    if moves and moves[-1].kind is not MoveKind.CARD:
        return f"after card {cards}"
    return f"trick {(cards - 1) // seats + 1}, card {(cards - 1) % seats + 1}"


def _in_words(found: Verification, deal: DealVerdict) -> str:
    rules = found.resolved.rules
    if deal.contract is None or deal.ombre is None:
        if deal.missing is not None:
            return f"who plays is not known: {deal.missing}"
        return "nobody plays" if deal.ended else "the auction is not over"
    game = prepare(rules)
    words = [f"{contract_name(game, deal.contract)} by the {format_seat(deal.ombre)}"]
    others = [n for seat, n in deal.tricks.items() if seat is not deal.ombre]
    if any(deal.tricks.values()):
        words.append(format_split((deal.tricks[deal.ombre], *others)))
    if deal.outcome is not None:
        own = _OWN_WORDS.get(deal.outcome)
        words.append(str(deal.outcome) if own is None else term(rules, own))
    else:
        words.append("not played to its end")
    if deal.payments is not None:
        paid = (f"{format_seat(seat)} {n:+d}" for seat, n in deal.payments.items())
        words.append(f"({', '.join(paid)})")
    if deal.missing is not None:
        words.append(f"payments not known: {deal.missing}")
    return (
        ", ".join(words[:-1]) + " " + words[-1] if words[-1].startswith("(") else ", ".join(words)
    )
