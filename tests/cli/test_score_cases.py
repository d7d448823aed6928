"""The worked cases of the sheets, asked on the command line."""

import pytest

from tests.cases.sheet import checks

_FLAGS = {
    "variants", "variant", "contract", "tricks", "run", "hand", "trump", "pools", "over", "vole",
    "first_five", "stopped", "conceded", "surrenderer", "surrenderer_run", "ombre", "readings",
    "set", "opponent_run", "colour", "pays", "after", "result", "mort", "players", "runs",
}  # fmt: skip
"""What a case may say: no irregular acts, no lots of their own, no debts by name."""


def _cases():
    for number, (name, case) in enumerate(checks()):
        if "pays" in case and set(case) <= _FLAGS and _askable(case):
            for variant in case["variants"]:
                yield pytest.param(variant, case, id=f"{name}-{number}-{variant}")


def _askable(case):
    four = case.get("players", 3) == 4
    return four == ("mort" in case) and (case.get("conceded") or "tricks" in case)


_NUMBERS = ("tricks", "run", "hand", "trump", "over")
_COLOURS = ("", "couleur", "sur")


def _arguments(variant, case):
    yield from ("score", variant, "--contract", case["contract"], "--json")
    for flag in _NUMBERS:
        if flag in case:
            yield from (f"--{flag}", str(case[flag]))
    if case["contract"] != "mort":
        yield from ("--ombre", case.get("ombre", "forehand"))
    for pool, held in case.get("pools", {}).items():
        yield from ("--pool", f"{pool}={held}")
    if case.get("first_five") == "opponents" or case.get("stopped"):
        yield "--primera"
    if case.get("conceded"):
        yield "--conceded"
    yield from _special(case)
    for reading in case.get("readings", ()):
        yield from ("--reading", reading)
    for setting in case.get("set", ()):
        yield from ("--set", setting)


def _special(case):
    if case.get("vole"):
        yield from ("--vole", "made" if case["tricks"].startswith("9") else "failed")
    if "surrenderer" in case:
        yield from ("--surrendered", case["surrenderer"])
    if "surrenderer_run" in case:
        yield from ("--surrendered-run", str(case["surrenderer_run"]))
    if case.get("opponent_run", "none") != "none":
        seat, length = case["opponent_run"]
        yield from ("--opponent-run", f"{seat}={length}")
    if case.get("colour"):
        yield from ("--colour", _COLOURS[case["colour"]])
    if case.get("colour") == 2:
        yield from ("--reading", "GE16.number=2")


@pytest.mark.parametrize(("variant", "case"), list(_cases()))
def test_a_worked_case_comes_out_on_the_command_line(lhombre, variant, case):
    answer = lhombre(*_arguments(variant, case))
    assert answer.code == 0, answer.err
    found = answer.json
    if "result" in case:
        assert found["result"] == case["result"]
    pays = [int(number) for number in str(case["pays"]).split()]
    paid = found["payments"]
    assert [paid["ombre"], *paid["opponents"]] == pays
    for pool, held in case.get("after", {}).items():
        if pool in found["pools"]:
            assert (pool, found["pools"][pool]) == (pool, held)


def test_most_worked_cases_can_be_asked_on_the_command_line():
    assert len(list(_cases())) > 100
