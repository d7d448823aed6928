"""What readings make of the auction: holding, overbidding, covers, privileges, passing out."""

import pytest

from lhombre_core.engine.deal import legal_actions
from lhombre_core.engine.state.action import PASS, Bid
from lhombre_core.engine.state.call import read_call
from lhombre_core.engine.state.game import Game
from lhombre_core.engine.why.auction_ruling import rule_auction
from lhombre_core.language.catalog import load
from lhombre_core.notation import Seat
from tests.engine.script import LETTERS, Script


def ruled(game, variant, readings, auction):
    ready = game(variant, readings) if isinstance(variant, str) else variant
    standing, words = None, []
    for part in auction.split("; "):
        seat, said = part.split(" ", 1)
        word = read_call(ready, standing, said)
        standing = word if isinstance(word, Bid) else standing
        words.append((Seat(LETTERS[seat]), word))
    return rule_auction(ready, words)


@pytest.mark.parametrize(
    ("variant", "readings", "auction", "rule"),
    [
        ("danish-club", ("DA10=same-only",), "F spil; M tourne; F kobe-nolo", "auction.hold.what"),
        ("danish-club", ("DA12=beat",), "F spil; M solo; F solo", "auction.hold.allowed"),
        (
            "danish-club",
            ("DA11=forehand-only",),
            "F pass; M spil; B solo; M solo",
            "auction.hold.who",
        ),
        (
            "pierer-pure",
            ("GE09=vorhand-only",),
            "F pass; M frage; B tourne; M tourne",
            "auction.hold.who",
        ),
        (
            "pierer-pure",
            ("GE09=first-bidder-only",),
            "F frage; M tourne; B sans-prendre; F pass; M sans-prendre",
            "auction.hold.who",
        ),
        (
            "french-1600s",
            ("FR04=never",),
            "F jouer; M sans-prendre; F sans-prendre",
            "auction.overbid",
        ),
        (
            "danish-club",
            ("DA45=never",),
            "F solo; M ren-nolo; F solo-spar",
            "contracts.solo-spar.entry.named",
        ),
        ("danish-club", (), "F solo-spar", "contracts.solo-spar.entry.named"),
        ("pierer-free", (), "F tourne couleur", "contracts.tourne.entry.privilege"),
        ("pierer-free", (), "F frage sur", "auction.privilege.number"),
        ("pierer-pure", (), "F frage couleur", "auction.privilege"),
        (
            "pierer-free",
            ("GE16.obscur=not",),
            "F klein-obscur couleur",
            "contracts.klein-obscur.entry.privilege",
        ),
        (
            "pierer-free",
            ("GE21=after-pass-round-only",),
            "F klein-obscur",
            "contracts.klein-obscur.entry.round",
        ),
        (
            "pierer-free",
            ("GE21=after-pass-round-only",),
            "F pass; M pass; B pass; F frage",
            "contracts.frage.entry.round",
        ),
        (
            "pierer-free",
            ("GE16.compare=colour-first",),
            "F frage couleur; M grand",
            "contracts.grand.rank",
        ),
    ],
)
def test_a_word_is_refused_by_the_rule_that_forbids_it(game, variant, readings, auction, rule):
    ruling = ruled(game, variant, readings, auction)
    assert not ruling.legal
    assert ruling.at == auction.count(";")
    assert ruling.why.rule == rule


@pytest.mark.parametrize(
    ("variant", "readings", "auction", "ombre", "bid"),
    [
        (
            "danish-club",
            ("DA11=forehand-only",),
            "F spil; M solo; F solo; M pass; B pass",
            0,
            "solo",
        ),
        ("danish-club", ("DA45=free",), "F solo-spar; M pass; B pass", 0, "solo-spar"),
        ("danish-club", ("DA41=free",), "F pass; M pass; B kobe-nolo", 2, "kobe-nolo"),
        (
            "pierer-pure",
            ("GE09=first-bidder-only",),
            "F frage; M tourne; B sans-prendre; F sans-prendre; M pass; B pass",
            0,
            "sans-prendre",
        ),
        (
            "english-1800s",
            ("EN10=hold-ends-it",),
            "F entrada; M vuelta; B pass; F vuelta",
            0,
            "vuelta",
        ),
        (
            "english-1800s",
            ("EN11=duel",),
            "F entrada; M vuelta; F vuelta; M pass; B pass",
            0,
            "vuelta",
        ),
        ("french-1600s", ("FR19=yes",), "F jouer; M vole; B pass; F vole", 0, "vole"),
        (
            "pierer-free",
            ("GE21=after-pass-round-only",),
            "F pass; M pass; B pass; F pass; M klein-obscur; B pass",
            1,
            "klein-obscur",
        ),
        (
            "pierer-free",
            ("GE16.compare=colour-first",),
            "F grand; M frage couleur; B pass; F pass",
            1,
            "frage",
        ),
    ],
)
def test_an_auction_ends_as_the_reading_has_it(game, variant, readings, auction, ombre, bid):
    ruling = ruled(game, variant, readings, auction)
    assert ruling.legal, ruling.why
    assert ruling.complete
    assert (ruling.ombre, ruling.bid.contract) == (ombre, bid)


def test_another_player_still_in_may_exceed_a_bid_whose_hold_has_put_the_bidder_out(game):
    ruling = ruled(
        game, "english-1800s", ("EN10=hold-ends-it",), "F entrada; M vuelta; B solo; F pass; M solo"
    )
    assert ruling.complete
    assert ruling.ombre == 1


def test_an_auction_is_settled_when_nobody_could_do_anything_but_pass(game):
    ruling = ruled(game, "french-1600s", (), "F sans-prendre")
    assert (ruling.settled, ruling.complete, ruling.ombre) == (True, False, 0)
    ruling = ruled(game, "french-1600s", (), "F jouer; M sans-prendre; B pass")
    assert not ruling.settled


def test_what_a_bid_asks_of_the_hand_is_a_condition(game):
    ruling = ruled(game, "danish-tournament", (), "F spil; M tourne-respekt")
    (condition,) = ruling.conditions
    assert (condition.at, condition.seat) == (1, 1)
    assert condition.rule == "contracts.tourne-respekt.requires"


def test_what_a_winner_may_play_leaves_out_what_another_bid_proves_impossible(game):
    ruling = ruled(game, "danish-club", (), "F spil; M tourne-respekt; F solo; M pass; B pass")
    assert ruling.may_declare == ("solo",)
    ruling = ruled(
        game, "danish-club", ("DA08=within-family-upwards",), "F pass; M spil; B tourne; M pass"
    )
    assert ruling.may_declare == ("tourne", "kobe-nolo", "tourne-respekt")


def test_after_the_last_word_nobody_may_speak(game):
    ruling = ruled(game, "danish-club", (), "F pass; M pass; B pass; F spil")
    assert (ruling.at, ruling.why.rule) == (3, "auction.procedure")


def test_needless_naming_is_recorded_once_a_deal_for_whoever_does_it(game):
    script = Script(game("danish-club", ("DA07=penalised",)))
    script.run(["F tourne; M solo; F pass; B pass; expect needless is F"])
    script = Script(game("danish-club", ("DA07=penalised",)))
    script.run(["F spil; M tourne; F pass; B pass"])
    assert script.state.auction.needless == ()


def test_the_last_speaker_is_not_charged_where_the_cover_does_not_bind_him(game):
    free = Script(game("danish-club", ("DA07=penalised", "DA41=free")))
    assert free.run(["F pass; M pass; B tourne"]).state.auction.needless == ()
    bound = Script(game("danish-club", ("DA07=penalised", "DA41=must-say-spil")))
    assert bound.run(["F pass; M pass; B tourne"]).state.auction.needless == (2,)


def test_a_bid_may_not_pass_over_another_where_jumps_are_forbidden():
    ready = Game(load("danish-tournament", settings=("auction.jump=false",)).rules)
    assert ruled(None, ready, (), "F spil; M bedre-spil; F tourne").legal
    ruling = ruled(None, ready, (), "F spil; M tourne")
    assert ruling.why.rule == "auction.jump"


def test_who_has_passed_may_speak_again_where_a_pass_is_not_final():
    ready = Game(load("english-1800s", settings=("auction.pass_final=false",)).rules)
    ruling = ruled(
        None, ready, (), "F pass; M entrada; B pass; F vuelta; M pass; B solo; F pass; M pass"
    )
    assert (ruling.legal, ruling.complete, ruling.ombre) == (True, True, 2)
    duel = Game(load("danish-tournament", settings=("auction.pass_final=false",)).rules)
    ruling = ruled(None, duel, (), "F spil; M pass; B solo; F pass; M ren-nolo; B pass; F pass")
    assert (ruling.legal, ruling.complete, ruling.ombre) == (True, True, 1)


def test_a_player_is_asked_only_while_he_is_in_and_his_bid_does_not_stand(game):
    script = Script(game("danish-club"))
    script.run(["F spil; expect M to act; M solo; expect F to act; F pass; expect B to act"])
    assert script.state.auction.passes == ((0, True),)


def test_the_holder_of_spadille_must_play_after_three_passes(game):
    ready = game("english-1800s", ("EN09=forced-spadille",))
    script = Script(ready, hands={"B": "SA"})
    script.run(["F pass; M pass; B pass; expect ombre is B; expect contract is entrada"])
    script.run(["expect B may name H"])
    Script(ready, talon="SA").run(["F pass; M pass; B pass; expect all pass"])


def test_the_suit_of_the_second_pack_is_trumps_for_a_bid_in_it(game):
    script = Script(game("pierer-free"), suit="D")
    script.run(["F sans-prendre couleur; M pass; B pass; expect trump is D"])
    script = Script(game("pierer-free", ("GE16.number=2",)), suit="D")
    script.run(["F sans-prendre couleur; M pass; B pass; expect trump is H"])
    script = Script(game("pierer-free", ("GE16.number=2",)), suit="D")
    script.run(["F sans-prendre sur; M pass; B pass; expect trump is D"])


def test_a_suit_that_the_bid_has_promised_is_trumps_before_anybody_exchanges(game):
    script = Script(game("pierer-free", ("GE35=after-all-purchases",)), suit="D")
    script.run(["F frage couleur; M pass; B pass; expect F may discard 0 to 9; expect trump is D"])


def test_no_suit_is_privileged_before_the_first_deal_is_won_where_that_sets_it(game):
    ready = game("pierer-free", ("GE16.set-by=first-won-game",))
    script = Script(ready)
    script.run(["expect F may not say frage couleur (auction.privilege.set_by)"])


def test_a_resting_player_may_enter_against_an_ombre_whose_bid_then_lapses(game):
    ready = game("pierer-free", ("GE10.trigger=against-declarer",))
    script = Script(ready, players=4)
    script.run(["F frage; M pass; B pass; expect resting to act; resting enters"])
    script.run(["expect ombre is mort; expect contract is mort; expect passes is M B"])
    script = Script(ready, players=4)
    script.run(["F frage; M pass; B pass; resting declines; expect F may discard 0 to 9"])
    Script(ready, players=4).run(["F pass; M pass; B pass; expect all pass"])


def test_two_resting_players_are_asked_one_after_the_other(game):
    script = Script(game("pierer-free"), players=5)
    script.run(["F pass; M pass; B pass; resting declines; expect resting to act"])
    assert Script(game("pierer-free"), players=5).state.seating.resting == (4, 3)
    script.run(["resting enters; expect ombre is mort"])
    assert script.state.mort == 3


def test_the_pass_comes_first_and_bids_follow_from_low_to_high(game):
    actions = legal_actions(Script(game("danish-tariff")).state)
    assert actions[0] == PASS
    assert [action.contract for action in actions[1:]] == [
        "spil",
        "bedre-spil",
        "tourne",
        "kobe-nolo",
        "solo",
        "solo-spar",
        "ren-nolo",
        "nolo-ouvert",
    ]
