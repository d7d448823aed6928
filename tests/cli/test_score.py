import pytest

ENGLISH = ("score", "english-1800s", "--pot", "5")
GERMAN = ("score", "pierer-free", "--trump", "H")


def pay(lhombre, *arguments):
    answer = lhombre(*arguments, "--json")
    assert answer.code == 0, answer
    found = answer.json
    paid = found["payments"]
    return found["result"], paid["ombre"], *paid["opponents"], found["pools"]


def test_a_puesta_pays_the_pot_again_and_more(lhombre):
    answer = lhombre(*ENGLISH, "--contract", "entrada", "--tricks", "4-4-1", "--run", "1", "--json")
    assert answer.json["result"] == "remise"
    assert answer.json["payments"] == {"ombre": -17, "opponents": [0, 0]}
    assert answer.json["pools"] == {"pot": 22}
    assert [line["amount"] for line in answer.json["lines"]] == [5, 10, 2]
    assert {(line["rule"], line["from"], line["to"]) for line in answer.json["lines"]} == {
        ("settlement.remise", "ombre", "pot")
    }
    for line in answer.json["lines"]:
        (source,) = line["sources"]
        assert source["file"] == "variants/english-1800s.yaml"
        assert source["line"] > 0
        assert source["source"] == "korttipeliopas"


def test_a_score_in_words_says_what_is_paid_and_why(lhombre):
    answer = lhombre(*ENGLISH, "--contract", "entrada", "--tricks", "4-4-1", "--run", "1")
    first = answer.out.splitlines()[0]
    assert first.startswith("Puesta (no opponent is alone ahead of the ombre): ")
    assert "17 counters into the pot, which then holds 22" in first
    assert "settlement.remise" in answer.out
    assert "EN03 fixed-5" in answer.out


@pytest.mark.parametrize(
    ("arguments", "ombre", "opponents", "pot"),
    [
        ("--contract entrada --tricks 5-2-2 --run 3", 21, [-8, -8], 0),
        ("--contract solo --tricks 5-0-0 --primera --run 4", 45, [-20, -20], 0),
        ("--contract entrada --tricks 3-4-2 --run 2", -19, [19, 0], 5),
        ("--contract entrada --tricks 8-1-0 --vole failed --run 4", -52, [26, 26], 5),
        ("--contract solo --tricks 9-0-0 --vole made --run 3", 91, [-43, -43], 0),
        ("--contract entrada --tricks 4-4-1 --primera --run 1", -19, [0, 0], 24),
        ("--contract entrada --conceded --run 1", -17, [0, 0], 22),
        ("--contract entrada --conceded --tricks 1-2-0 --run 1", -17, [0, 0], 22),
        (
            "--contract entrada --tricks 5-2-2 --ombre middlehand --surrendered forehand --run 2",
            19,
            [-7, -7],
            0,
        ),
    ],
)
def test_the_english_examples_come_out(lhombre, arguments, ombre, opponents, pot):
    result = pay(lhombre, *ENGLISH, *arguments.split())
    assert result[1:] == (ombre, *opponents, {"pot": pot})


def test_the_run_is_counted_on_a_hand(lhombre):
    hand = ("--hand", "SA H7 CA HK S3 S4 D5 D6 C2", "--trump", "H")
    by_hand = pay(lhombre, *ENGLISH, "--contract", "entrada", "--tricks", "5-2-2", *hand)
    assert by_hand == pay(
        lhombre, *ENGLISH, "--contract", "entrada", "--tricks", "5-2-2", "--matadors", "3"
    )


def test_points_come_from_the_bank(lhombre):
    found = lhombre(
        "score", "danish-tournament", "--contract", "Request", "--tricks", "5-2-2", "--json"
    ).json
    assert found["payments"] == {"ombre": 1, "opponents": [0, 0]}
    assert [(line["from"], line["to"]) for line in found["lines"]] == [("bank", "ombre")]


def test_a_nolo_is_scored_by_the_ombres_tricks_alone(lhombre):
    def nolo(tricks):
        return pay(lhombre, "score", "danish-tariff", "--contract", "kobe-nolo", "--tricks", tricks)

    assert [nolo(str(n))[1] for n in range(5)] == [4, -4, -6, -8, -10]


def test_the_second_bete_is_written(lhombre):
    deal = ("--contract", "tourne", "--tricks", "3-4-2", "--run", "0", "--pool", "plate=34")
    assert pay(lhombre, *GERMAN, *deal)[-1] == {"plate": 102}
    assert pay(lhombre, *GERMAN, *deal, "--bete", "--pool", "written=0")[-1] == {
        "plate": 34,
        "written": 68,
    }


def test_the_mort_plays_against_three(lhombre):
    found = lhombre(
        *GERMAN,
        "--contract",
        "mort",
        "--tricks",
        "4-3-1-1",
        "--run",
        "0",
        "--pool",
        "plate=15",
        "--json",
    ).json
    assert found["result"] == "remise"
    assert len(found["payments"]["opponents"]) == 3
    assert found["pools"]["plate"] == 45


def test_what_a_deal_is_played_for_changes_the_bete(lhombre):
    deal = ("--contract", "frage", "--tricks", "4-4-1", "--run", "0", "--pool", "plate=40")
    assert pay(lhombre, *GERMAN, *deal)[-1]["plate"] == 80
    assert pay(lhombre, *GERMAN, *deal, "--over", "roc")[-1]["plate"] == 120


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--contract entrada --tricks 4-4-1", "add --run N, or --hand with --trump"),
        ("--contract entrada --tricks 4-4-2 --run 1", "10 tricks; expected at most 9"),
        (
            "--contract entrada --tricks 4-3-1 --run 1",
            "the deal is not over at 4-3-1: 1 trick more",
        ),
        ("--contract entrada --tricks 6-1-0 --run 1", "cannot occur: entrada ends at 5-1-0"),
        ("--contract entrada --tricks 5-0-0 --run 1", "say primera"),
        (
            "--contract entrada --tricks 4-4-1 --vole failed --run 1",
            "cannot be undertaken and then end with 4-4-1",
        ),
        ("--contract entrada --tricks 8-1-0 --vole made --run 1", "all nine tricks, not 8-1-0"),
        ("--contract entrada --tricks 9-0-0 --run 1", "is a vole; say that it was made"),
        ("--contract entrada --tricks 4-4-1 --vole lost --run 1", "unknown outcome of the vole"),
        ("--contract entrada --tricks 5 --run 1", "is split among three"),
        ("--contract entrada --tricks 5-2-1-1 --run 1", "is split among three"),
        ("--contract entrada --run 1", "the split of the tricks is missing"),
        ("--contract entrada --tricks four --run 1", "'four' is no split of tricks"),
        ("--contract entrada --tricks 5-2-2 --run 13", "expected 0 to 12"),
        ("--contract entrada --tricks 5-2-2 --run 12 --trump S", "expected 0 to 11"),
        ("--contract entrada --tricks 5-2-2 --run 1 --hand SA", "say the same"),
        ("--contract entrada --tricks 5-2-2 --hand SA", "--hand has 1 card"),
        ("--contract entrada --tricks 5-2-2 --run 1 --pool pto=3", "did you mean 'pot'?"),
        ("--contract entrada --tricks 5-2-2 --run 1 --pool pot=3", "is given twice"),
        ("--contract entrada --tricks 5-2-2 --run 1 --over roc", "no occasion is called 'roc'"),
        ("--contract solo --conceded --run 1", "solo cannot be given up"),
        (
            "--contract entrada --conceded --tricks 1-2-1 --run 1",
            "entrada cannot be given up once 1-2-1 tricks are made; expected three tricks at most",
        ),
        ("--contract solo --tricks 5-2-2 --run 1 --pool x=" + "9" * 5000, "expected NAME=N"),
        ("--contract solo --tricks 5-2-2 --run 1 --opponent-run M=3", "leave --opponent-run out"),
        (
            "--contract entrada --tricks 5-2-2 --run 1 --surrendered-run 2",
            "add --surrendered SEAT",
        ),
        ("--contract solo --run " + "9" * 5000, "9… is not a whole number"),
        ("--contract solo --run " + "9" * 900, "9… is no run of top trumps"),
        (
            "--contract entrada --tricks 5-2-2 --run 1 --ombre mort",
            "the mort does not play entrada",
        ),
        ("--contract entrada --tricks 5-2-2 --run 1 --colour sur", "no privileged suits"),
        ("--contract solo --tricks 5-2-2 --run 1 --surrendered M", "solo cannot be taken over"),
        ("--contract vuelta --tricks 5-2-2 --run 1 --surrendered M", "vuelta cannot be taken over"),
        (
            "--contract entrada --tricks 5-2-2 --run 1 --surrendered mort",
            "the mort does not play entrada; expected forehand, middlehand or backhand",
        ),
    ],
)
def test_what_cannot_be_scored_is_answered_in_one_sentence(refused, arguments, said):
    assert said in refused(*ENGLISH, *arguments.split())


def test_a_pot_that_the_settlement_reads_is_asked_for(refused):
    said = refused(
        "score", "english-1800s", "--contract", "entrada", "--tricks", "4-4-1", "--run", "1"
    )
    assert "add --pot N" in said


def test_a_contract_that_promises_no_suit_is_played_in_no_privileged_one(refused):
    turned = ("score", "pierer-free", "--contract", "tourne", "--tricks", "5-2-2", "--run", "0")
    said = refused(*turned, "--pot", "14", "--colour", "couleur")
    assert said == "tourne cannot be bid in a privileged suit; leave --colour out"


def test_only_one_hand_has_the_highest_trump(refused):
    game = ("score", "french-1600s", "--reading", "FR07.holder=any-hand", "--pot", "9")
    deal = ("--contract", "jouer", "--tricks", "5-2-2", "--run", "4", "--opponent-run", "M=3")
    assert "only one hand can have that" in refused(*game, *deal)
    assert "expected SEAT=N" in refused(*game, *deal[:-1], "M=" + "9" * 5000)


@pytest.mark.parametrize(
    ("variant", "flag", "what"),
    [
        ("danish-club", "--primera", "for the first five tricks"),
        ("french-1600s", "--primera", "for the first five tricks"),
        ("danish-tournament", "--run 5", "for a run of top trumps"),
        ("danish-club", "--matadors 0", "for a run of top trumps"),
        ("danish-tariff", "--hand CA", "for a run of top trumps"),
        ("danish-club", "--surrendered-run 1", "for a run of top trumps"),
        ("french-1600s", "--opponent-run M=3", "for the run of an opponent"),
    ],
)
def test_a_flag_that_no_payment_of_the_variant_reads_is_refused(refused, variant, flag, what):
    contract = "jouer" if variant == "french-1600s" else "spil"
    said = refused("score", variant, "--contract", contract, "--tricks", "5-2-2", *flag.split())
    name = flag.split()[0].replace("--matadors", "--run")
    assert said == f"nothing is paid {what} in this variant; leave {name} out"


def test_a_bete_that_the_variant_does_not_lay_is_refused(refused):
    spil = ("score", "danish-club", "--contract", "spil", "--tricks", "5-2-2")
    assert refused(*spil, "--bete") == "no bête is laid in this variant; leave --bete out"


def test_a_flag_that_is_read_in_another_result_or_contract_is_accepted(lhombre):
    grand = (*GERMAN[:2], "--contract", "grand", "--tricks", "5-2-2", "--pool", "plate=0")
    assert lhombre(*grand, "--run", "9").code == 0
    held_only = (*ENGLISH, "--reading", "EN02.lacking=held-only", "--contract", "entrada")
    assert lhombre(*held_only, "--tricks", "4-4-1", "--run", "0").code == 0


def test_what_must_be_given_up_before_the_first_trick_has_no_tricks(refused):
    given_up = ("score", "danish-club", "--contract", "spil", "--conceded", "--tricks")
    assert "cannot be given up once 0-1-0 tricks are made; expected none" in refused(
        *given_up, "0-1-0"
    )


def test_a_variant_without_a_pot_has_none(refused):
    said = refused("score", "danish-club", "--contract", "spil", "--tricks", "5-2-2", "--pot", "5")
    assert "leave --pot out" in said
