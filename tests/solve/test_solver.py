"""What a user asks: cards, lines and tables agree with each other and with both solvers."""

from bench.solver import bench, main
from lhombre_core.kernel import cache
from lhombre_core.solve import Solver
from tests.solve.ending import endings


def test_a_position_is_worth_its_best_card_in_the_middle_of_a_trick_too():
    for position in endings(3, 4, 40):
        solver, judge = Solver(position.game), Solver(position.game, with_kernel=False)
        now = position
        for _ in range(3):
            cards = solver.cards(now)
            best = max if now.actor == now.ombre else min
            grade = best(value.grade for value in cards.values())
            assert solver.value(now).grade == grade == judge.value(now).grade
            now = now.play(min(cards))


def test_only_the_kernel_is_waited_for(monkeypatch):
    position = next(endings(5, 3, 1))
    for kept in (False, True):
        monkeypatch.setattr(
            cache, "are_kept", lambda names, kept=kept: kept and names == {"grade_lead"}
        )
        assert Solver(position.game).must_compile(position) is not kept
        assert not Solver(position.game, with_kernel=False).must_compile(position)


def test_a_line_of_best_play_never_gives_anything_away():
    for position in endings(4, 5, 12):
        solver = Solver(position.game)
        value = solver.value(position)
        for before, card in solver.line(position):
            assert before.legal() >> card & 1
            assert solver.value(before.play(card)) == value


def test_the_bench_gives_a_rate_and_times_for_every_kind_of_question():
    rates = bench(deals=10, runs=1)
    for name in ("solo", "table", "misere", "misere-tricks"):
        assert rates[name]["rate"] > 0
        assert rates[name]["p50_ms"] <= rates[name]["p99_ms"]
    assert "one side" in rates["assumes"]


def test_the_bench_says_on_the_terminal_what_its_rates_are_of(capsys):
    assert main(["--deals", "4", "--runs", "1"]) == 0
    head, *rates = capsys.readouterr().out.splitlines()
    assert head.endswith("every card in sight, the opponents as one side")
    assert [line.split()[0] for line in rates] == ["solo", "table", "misere", "misere-tricks"]
