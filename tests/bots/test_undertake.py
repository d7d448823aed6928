"""The bot by rules of thumb and the questions beside the cards."""

import pytest

from lhombre_core.bots.thumb import BOLD, CAUTIOUS, NORMAL
from lhombre_core.bots.thumb.undertake import goes_on
from lhombre_core.engine.state.action import (
    Agree,
    Announce,
    Concede,
    Enter,
    PlayCard,
    Stop,
    TakeOver,
)
from tests.bots.asking import choice, scene
from tests.engine.script import Script

STRONG = "SA C2 CA CK CQ CJ HK DK SK"


def after_five(game, hand, contract="solo"):
    """Return the state when a solo with clubs has won its first five tricks."""
    lines = [f"F {contract}; M pass; B pass"]
    if len(game.contracts[contract].becomes or ()) > 1:
        lines.append(f"F declares {contract}")
    lines += ["F names C", "M discards 0; B discards 0", "F wins 5"]
    return Script(game, hands={"F": hand}).run(lines).state


def test_the_vole_is_undertaken_with_winners_only(game):
    """AV26."""
    danish = game("danish-tournament")
    assert isinstance(choice(after_five(danish, STRONG)), PlayCard)
    weak = "SA C2 CA CK CQ CJ H4 DK SK"
    assert isinstance(choice(after_five(danish, weak)), Stop)
    assert isinstance(choice(after_five(danish, weak), BOLD), Stop)


def test_the_vole_is_announced_where_it_must_be_said(game):
    """AV26."""
    assert isinstance(choice(after_five(game("danish-club"), STRONG)), Announce)


def test_each_card_must_be_the_highest_that_is_unseen(game):
    played = ["F SA C3 C4", "F C2 C5 C6"]
    found = scene(game("danish-tournament"), "solo", "C", "CA HK", ombre="F", played=played)
    assert goes_on(found)
    found = scene(game("danish-tournament"), "solo", "C", "CA HQ", ombre="F", played=played)
    assert not goes_on(found)


def bought(game, hand, discards):
    lines = [
        "F spil; M pass; B pass; F declares spil; F names C",
        f"F discards {discards}; M discards 0; B discards 0",
    ]
    return Script(game, hands={"F": hand}, talon="S4 S5 S6 S7").run(lines).state


@pytest.mark.parametrize(
    ("hand", "styles"),
    [
        ("C2 C4 C5 H3 H4 D2 D3 D4 D5", ()),
        ("C2 C4 D6 H3 H4 D2 D3 D4 D5", (CAUTIOUS, NORMAL)),
        ("CA C4 C5 H3 H4 D2 D3 D4 D5", (CAUTIOUS,)),
        ("CA C4 D6 H3 H4 D2 D3 D4 D5", (CAUTIOUS, NORMAL, BOLD)),
    ],
)
def test_a_bad_purchase_is_given_up(game, hand, styles):
    """AV27: below 8, 7 and 6 q."""
    state = bought(game("danish-tournament"), hand, "H3")
    given_up = [
        style for style in (CAUTIOUS, NORMAL, BOLD) if isinstance(choice(state, style), Concede)
    ]
    assert given_up == list(styles)


def test_nothing_is_given_up_where_others_are_asked(game):
    """AV27: the opponents could take the deal over."""
    lines = ["F entrada; M pass; B pass; F names C; F discards 1; M discards 0; B discards 0"]
    state = Script(game("english-1800s"), hands={"F": "CA C4 D6 H3 H4 D2 D3 D4 D5"}).run(lines)
    assert isinstance(choice(state.state, CAUTIOUS), PlayCard)


def test_a_nolo_is_given_up_after_a_bad_purchase(game):
    lines = ["F spil; M pass; B pass; F declares kobe-nolo"]
    hands = {"F": "SA S3 SQ H7 H6 HQ D7 DQ DK"}
    state = (
        Script(game("danish-club"), hands=hands, talon="CK").run([*lines, "F discards SA"]).state
    )
    assert isinstance(choice(state, CAUTIOUS), Concede)
    assert isinstance(choice(state, BOLD), Concede)


@pytest.mark.parametrize(
    ("hand", "takes"),
    [("SA C2 CK CQ CJ HK DK D2 S4", True), ("SA CK H4 H5 D4 D5 D6 S4 S5", False)],
)
def test_a_deal_is_taken_over_with_a_hand_for_a_solo(game, hand, takes):
    lines = [
        "F entrada; M pass; B pass; F names C; F discards 0; M discards 0; B discards 0",
        "F concedes",
    ]
    state = Script(game("english-1800s"), hands={"M": hand}).run(lines).state
    assert choice(state) == TakeOver(yes=takes)


@pytest.mark.parametrize(
    ("hand", "agrees"),
    [("SA H7 HK HQ HJ C4 C5 S4 S5", False), ("SK H4 H5 D4 D5 D6 S4 S5 C4", True)],
)
def test_an_opponent_agrees_unless_he_could_have_played_it(game, hand, agrees):
    lines = ["F vuelta; M pass; B pass; F discards 0; M discards 0; B discards 0; F concedes"]
    state = Script(game("english-1800s"), hands={"M": hand}, talon="H2").run(lines).state
    assert choice(state) == Agree(yes=agrees)


@pytest.mark.parametrize(("style", "enters"), [(CAUTIOUS, False), (NORMAL, False), (BOLD, True)])
def test_only_the_bold_takes_the_talon_unseen(game, style, enters):
    script = Script(game("pierer-free"), players=4).run(["F pass; M pass; B pass"])
    assert choice(script.state, style) == Enter(yes=enters)
