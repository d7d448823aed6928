"""The answer of `lhombre solve`: values, the table, a line of best play; in words or as JSON."""

from dataclasses import dataclass
from typing import Final

from lhombre_core.cards import Card, Suit
from lhombre_core.cli import output
from lhombre_core.cli.question import heading, outcome_word, term
from lhombre_core.cli.solve.question import SolveQuestion
from lhombre_core.engine.why.reason import contract_name
from lhombre_core.notation import (
    Seat,
    display_order,
    format_card,
    format_cards,
    format_seat,
    format_split,
    format_suit,
)
from lhombre_core.rules.table import Canonical
from lhombre_core.solve import Position, Solver, Value

_COALITION: Final = "every card in sight, the opponents as one side"
_BEGUN: Final = "a table needs the deal before its first card; leave out what has been played"


@dataclass(frozen=True, slots=True)
class LineTrick:
    """A trick of a line of play."""

    number: int
    leader: int
    cards: tuple[tuple[int, int], ...]
    """Seats and cards in the order of play, with those played before the line."""
    winner: int
    tricks: tuple[int, ...]
    """Tricks after it, by seat."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The values of a position, and the solver that computed them."""

    question: SolveQuestion
    solver: str
    value: Value
    cards: dict[Card, Value]
    table: dict[tuple[int, Suit | None], Value] | None = None
    line: tuple[LineTrick, ...] | None = None


def solve(question: SolveQuestion, *, table: bool, line: bool) -> Solution:
    """Return the solution of a question. UsageError for a table of a deal that has begun."""
    from lhombre_core.errors import UsageError

    position = question.position
    solver = Solver(position.game)
    if table and (position.cards or sum(position.tricks)):
        raise UsageError(_BEGUN)
    if solver.must_compile(position):
        output.say("The solver is compiled, once for this version; that takes a few seconds.")
    value = solver.value(position)
    return Solution(
        question,
        solver.name(position),
        value,
        solver.cards(position),
        solver.table(position) if table else None,
        _line(solver, position) if line else None,
    )


def _line(solver: Solver, start: Position) -> tuple[LineTrick, ...]:
    seats = [
        start.order[(start.order.index(start.leader) + n) % len(start.order)] for n in range(4)
    ]
    put = list(zip(seats, start.cards, strict=False))
    tricks: list[LineTrick] = []
    for position, card in solver.line(start):
        put.append((position.actor, card))
        after = position.play(card)
        if not after.cards:
            number = sum(after.tricks)
            tricks.append(
                LineTrick(number, position.leader, tuple(put), after.leader, after.tricks)
            )
            put = []
    return tuple(tricks)


# --- as JSON ------------------------------------------------------------------------------------


def show_json(solution: Solution) -> None:
    """Print a solution as JSON."""
    question, position = solution.question, solution.question.position
    data: dict[str, object] = {
        **heading(question.resolved),
        **question.numbers,
        "contract": position.contract,
        "trump": _suit(position.trump),
        "ombre": _seat(position.ombre),
        "at": _at(position),
        "to_move": None if position.is_over else _seat(position.actor),
        "tricks": {_seat(seat): position.tricks[seat] for seat in sorted(position.order)},
        "hands": {
            _seat(seat): [card.name for card in display_order(position.hands[seat])]
            for seat in sorted(position.order)
        },
        "trick": [format_card(card) for card in position.cards],
        "assumes": _COALITION,
        "solver": solution.solver,
        "value": _value(solution.value),
        "cards": [{"card": card.name, **_value(value)} for card, value in solution.cards.items()],
    }
    if solution.table is not None:
        data["table"] = [
            {"ombre": _seat(seat), "trump": _suit(suit), **_value(value)}
            for (seat, suit), value in solution.table.items()
        ]
    if solution.line is not None:
        data["line"] = [
            {
                "trick": trick.number,
                "leader": _seat(trick.leader),
                "cards": {_seat(seat): format_card(card) for seat, card in trick.cards},
                "winner": _seat(trick.winner),
                "tricks": {_seat(seat): trick.tricks[seat] for seat in sorted(position.order)},
            }
            for trick in solution.line
        ]
    output.show_json(data)


def _value(value: Value) -> dict[str, object]:
    data: dict[str, object] = {"result": str(value.outcome), "vole": value.vole}
    return data if value.tricks is None else data | {"tricks": value.tricks}


def _seat(seat: int) -> str:
    return format_seat(Seat(seat))


def _suit(suit: Suit | None) -> str | None:
    return None if suit is None else suit.name


def _at(position: Position) -> str:
    return f"{sum(position.tricks) + 1}.{len(position.cards) + 1}"


# --- in words -----------------------------------------------------------------------------------


def show(solution: Solution) -> None:
    """Print a solution in words: hands, values, then the table and the line that it has."""
    question, position = solution.question, solution.question.position
    trump = "" if position.trump is None else f" in {format_suit(position.trump, pretty=True)}"
    name = contract_name(position.game, position.contract)
    output.show(
        f"{question.resolved.id}, {name}{trump} by the {_seat(position.ombre)} ({question.source}):"
    )
    ranking = position.game.ranking(position.trump)
    for seat in position.order:
        hand = format_cards(display_order(position.hands[seat], ranking), pretty=True)
        output.show(f"  {_seat(seat):<10}  {hand}")
    if sum(position.tricks) or position.cards:
        output.show(f"  {'tricks':<10}  {_split(position, position.tricks)}")
    if position.cards:
        output.show(f"  {'led':<10}  {format_cards(position.cards, pretty=True)}")
    output.show("")
    output.show(f"{_COALITION.capitalize()}: {_words(question, solution.value)}.")
    if solution.cards:
        output.show(f"The {_seat(position.actor)} plays:")
        for words, cards in _by_value(solution).items():
            output.show(f"  {words:<18}  {format_cards(cards, pretty=True)}")
    if solution.table is not None:
        _show_table(solution, solution.table)
    if solution.line is not None:
        _show_line(solution, solution.line)


def _by_value(solution: Solution) -> dict[str, list[Card]]:
    """Return the cards of the seat to move by their value in words, its best first."""
    position = solution.question.position
    ranking = position.game.ranking(position.trump)
    shown = display_order(sum(1 << card for card in solution.cards), ranking)
    cards: dict[str, list[Card]] = {}
    sign = -1 if position.actor == position.ombre else 1
    for card in sorted(shown, key=lambda card: sign * solution.cards[card].grade):
        cards.setdefault(_words(solution.question, solution.cards[card]), []).append(card)
    return cards


def _words(question: SolveQuestion, value: Value) -> str:
    """Return a value in the words of the variant."""
    rules = question.resolved.rules
    word = outcome_word(rules, value.outcome)
    if value.vole:
        return f"{word}, {term(rules, Canonical.VOLE)}"
    if value.tricks:
        return f"{word}, {output.count(value.tricks, 'trick')}"
    return word


def _show_table(solution: Solution, table: dict[tuple[int, Suit | None], Value]) -> None:
    suits = list(dict.fromkeys(suit for _, suit in table))
    rows = [["ombre", *("no trumps" if s is None else format_suit(s, pretty=True) for s in suits)]]
    for seat in dict.fromkeys(seat for seat, _ in table):
        words = (_words(solution.question, table[seat, suit]) for suit in suits)
        rows.append([_seat(seat), *words])
    output.show("\nWhoever is ombre, whatever is trumps:")
    _show_rows(rows)


def _show_line(solution: Solution, line: tuple[LineTrick, ...]) -> None:
    position = solution.question.position
    if not line:
        output.show("\nWhatever is played, the result is the same.")
        return
    rows = [["trick", *map(_seat, position.order), "so far"]]
    for trick in line:
        put = dict(trick.cards)
        cells = []
        for seat in position.order:
            lead = ">" if seat == trick.leader else " "
            taken = "*" if seat == trick.winner else ""
            cells.append(f"{lead}{format_card(put[seat], pretty=True)}{taken}")
        rows.append([str(trick.number), *cells, _split(position, trick.tricks)])
    output.show("\nOne line of best play (> leads, * takes the trick):")
    _show_rows(rows)
    if sum(line[-1].tricks) < 9:
        output.show("  The rest does not matter.")


def _split(position: Position, tricks: tuple[int, ...]) -> str:
    others = [tricks[seat] for seat in sorted(position.order) if seat != position.ombre]
    return format_split((tricks[position.ombre], *others))


def _show_rows(rows: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        output.show(f"  {'  '.join(cells).rstrip()}")
