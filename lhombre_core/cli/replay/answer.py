"""The answer of `lhombre replay`: a record is read, run by its rules, and its verdict shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lhombre_core.cli.option import Choices
from lhombre_core.cli.output import count, say, show, show_json
from lhombre_core.cli.question import ask, cite, heading, outcome_word, unreadable_if_faulty
from lhombre_core.engine.replay import (
    DealVerdict,
    RecordVerdict,
    Remark,
    RemarkKind,
    UnclearError,
    replay,
)
from lhombre_core.engine.state.game import prepare
from lhombre_core.engine.why.reason import contract_name
from lhombre_core.errors import Fault, UnreadableError, UsageError
from lhombre_core.language.catalog import is_file_name
from lhombre_core.language.record.reading import Written, read
from lhombre_core.language.resolve.resolution import Resolved
from lhombre_core.notation import Seat, format_seat, format_split
from lhombre_core.rules.record import MoveKind, Record

_HASH = 12
"""The number of characters of a hash that are enough to name a rule set."""


@dataclass(frozen=True, slots=True)
class Verification:
    """A record, the rules it was run by, and the verdict on it."""

    written: Written
    resolved: Resolved
    verdict: RecordVerdict

    @property
    def record(self) -> Record:
        """The record."""
        return self.written.record

    def remarks(self) -> Iterator[tuple[int | None, Remark]]:
        """Yield every remark with the number of its deal, the fault last."""
        for index, deal in enumerate(self.verdict.deals):
            yield from ((index, remark) for remark in deal.remarks)
        if (fault := self.fault()) is not None:
            yield fault

    def fault(self) -> tuple[int | None, Remark] | None:
        """Return the remark that makes the record illegal, with the number of its deal."""
        for index, deal in enumerate(self.verdict.deals):
            if deal.fault is not None:
                return index, deal.fault
        return None if self.verdict.fault is None else (None, self.verdict.fault)


def verify(file: Path, choices: Choices, *, any_hash: bool, as_json: bool) -> int:
    """Run a record and print the verdict; return the exit code."""
    written = read_record(file)
    resolved = rules_of(written, file, choices)
    require_hash(written, resolved, any_hash=any_hash)
    try:
        verdict = replay(prepare(resolved.rules), written.record)
    except UnclearError as error:
        fault = written.fault(error.message, error.deal, error.section, error.entry)
        raise unreadable(written, fault) from error
    verified = Verification(written, resolved, verdict)
    if as_json:
        show_json(_as_json(verified))
    else:
        _show(verified)
    return 0 if verdict.legal else 1


def read_record(source: Path | str) -> Written:
    """Return the record in a file, or in text from standard input.

    UnreadableError for a record with faults.
    """
    with unreadable_if_faulty():
        return read(source) if isinstance(source, Path) else read(source, "<stdin>")


def unreadable(written: Written, fault: Fault) -> UnreadableError:
    """Return the error for a record that cannot be run because of a fault."""
    return UnreadableError([fault], {written.document.name: written.document.text})


def rules_of(written: Written, file: Path, choices: Choices) -> Resolved:
    """Return the rules that a record names, with the choices of the command line added to its own.

    UnreadableError at its place for a choice of the record that cannot be read.
    """
    record = written.record
    variant = record.variant
    if is_file_name(variant):
        variant = str(file.parent / variant)
    both = Choices(
        (*record.readings, *choices.readings),
        (*record.patches, *choices.patches),
        (*record.settings, *choices.settings),
    )
    try:
        return ask(variant, both)
    except UsageError:
        _refuse_choices(written, variant)
        raise


def _refuse_choices(written: Written, variant: str) -> None:
    """Raise UnreadableError at the first key of a record whose choice of rules cannot be read."""
    record = written.record
    tried = {
        "variant": Choices(),
        "readings": Choices(record.readings),
        "patches": Choices(record.readings, record.patches),
        "set": Choices(record.readings, record.patches, record.settings),
    }
    for key, choices in tried.items():
        try:
            ask(variant, choices)
        except UsageError as error:
            raise unreadable(written, written.fault(str(error), section=key)) from error


def require_hash(written: Written, resolved: Resolved, *, any_hash: bool) -> None:
    """Raise UnreadableError where a record was written under other rules than those of today."""
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


def _as_json(verified: Verification) -> dict[str, object]:
    verdict, record = verified.verdict, verified.record
    data: dict[str, object] = {"legal": verdict.legal}
    if (fault := verified.fault()) is not None:
        index, remark = fault
        data |= {"deal": index} | _remark_json(verified, index, remark)
    data |= heading(verified.resolved)
    if record.is_session:
        data["deals"] = [_deal_json(verified, n, deal) for n, deal in enumerate(verdict.deals)]
        data["totals"] = (
            None
            if verdict.totals is None
            else dict(zip(record.players, verdict.totals, strict=True))
        )
    elif verdict.deals:
        data |= {
            key: value
            for key, value in _deal_json(verified, 0, verdict.deals[0]).items()
            if key not in data
        }
    return data


def _deal_json(verified: Verification, index: int, deal: DealVerdict) -> dict[str, object]:
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
        "balances": dict(zip(verified.record.players, deal.balances, strict=False)),
        "undetermined": [
            _remark_json(verified, index, remark)
            for remark in deal.remarks
            if remark.kind is RemarkKind.UNDETERMINED
        ],
        "notes": [remark.message for remark in deal.remarks if remark.kind is RemarkKind.NOTE],
    }


def _remark_json(verified: Verification, index: int | None, remark: Remark) -> dict[str, object]:
    return {
        "at": remark.at,
        "rule": remark.rule,
        "message": remark.message,
        "place": _place(verified, index, remark),
    }


def _seats(values: Mapping[Seat, int]) -> dict[str, int]:
    return {format_seat(seat): value for seat, value in values.items()}


# --- in words -----------------------------------------------------------------------------------


def _show(verified: Verification) -> None:
    for index, remark in verified.remarks():
        text = f"{_place(verified, index, remark)}: {remark.kind}: {remark.message}"
        say(text) if remark.kind is not RemarkKind.ILLEGAL else show(
            _illegal(verified, index, remark)
        )
    fault = verified.fault()
    if fault is not None:
        if fault[1].rule is not None:
            show(f"  {cite(verified.resolved, fault[1].rule)}")
        return
    open_ = sum(
        remark.kind is RemarkKind.UNDETERMINED
        for deal in verified.verdict.deals
        for remark in deal.remarks
    )
    judged = f", {count(open_, 'move')} undetermined" if open_ else ""
    show(f"Legal{judged}: {count(len(verified.verdict.deals), 'deal')} of {verified.resolved.id}.")
    for index, deal in enumerate(verified.verdict.deals):
        show(f"  deal {index + 1}: {_in_words(verified, deal)}")
    totals = verified.verdict.totals
    if verified.record.is_session and totals is not None:
        sums = (f"{name} {n:+d}" for name, n in zip(verified.record.players, totals, strict=True))
        show(f"  totals: {', '.join(sums)}")


def _illegal(verified: Verification, index: int | None, remark: Remark) -> str:
    deal = "" if index is None else f"deal {index + 1}, {_where(verified, index, remark)}: "
    message = f"illegal: {deal}{remark.message}"
    if index is None:
        fault = verified.written.fault(message)
    else:
        fault = verified.written.fault(message, index, remark.section, remark.entry)
    return fault.render(verified.written.document.text)


def _place(verified: Verification, index: int | None, remark: Remark) -> str:
    if index is None:
        return str(verified.written.mark())
    return str(verified.written.mark(index, remark.section, remark.entry))


def _where(verified: Verification, index: int, remark: Remark) -> str:
    """Return the move of a remark in words."""
    if remark.section != "play":
        return f"{remark.section.replace('_', ' ')} {remark.entry + 1}"
    moves = verified.record.deals[index].play[: remark.entry + 1]
    cards = sum(move.kind is MoveKind.CARD for move in moves)
    seats = 4 if Seat.MORT in verified.verdict.deals[index].tricks else 3
    if moves and moves[-1].kind is not MoveKind.CARD:
        return f"after card {cards}"
    return f"trick {(cards - 1) // seats + 1}, card {(cards - 1) % seats + 1}"


def _in_words(verified: Verification, deal: DealVerdict) -> str:
    rules = verified.resolved.rules
    if deal.contract is None or deal.ombre is None:
        if deal.missing is not None:
            return f"who plays is not known: {deal.missing}"
        return "nobody plays" if deal.ended else "the auction is not over"
    game = prepare(rules)
    words = [f"{contract_name(game, deal.contract)} by the {format_seat(deal.ombre)}"]
    others = [n for seat, n in deal.tricks.items() if seat is not deal.ombre]
    if any(deal.tricks.values()):
        words.append(format_split((deal.tricks[deal.ombre], *others)))
    words.append(
        "not played to its end" if deal.outcome is None else outcome_word(rules, deal.outcome)
    )
    if deal.payments is not None:
        paid = (f"{format_seat(seat)} {n:+d}" for seat, n in deal.payments.items())
        words.append(f"({', '.join(paid)})")
    if deal.missing is not None:
        words.append(f"payments not known: {deal.missing}")
    return (
        ", ".join(words[:-1]) + " " + words[-1] if words[-1].startswith("(") else ", ".join(words)
    )
