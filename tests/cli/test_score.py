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
        ("--contract solo --tricks 5-2-2 --run 1 --pool x=" + "9" * 5000, "expected NAME=N"),
        ("--contract solo --opponent-run M=" + "9" * 5000, "expected SEAT=N"),
        ("--contract solo --run " + "9" * 5000, "9… is not a valid int"),
        ("--contract solo --run " + "9" * 900, "9… is no run of top trumps"),
        (
            "--contract entrada --tricks 5-2-2 --run 1 --ombre mort",
            "the mort does not play entrada",
        ),
        ("--contract entrada --tricks 5-2-2 --run 1 --colour sur", "no privileged suits"),
    ],
)
def test_what_cannot_be_scored_is_answered_in_one_sentence(refused, arguments, said):
    assert said in refused(*ENGLISH, *arguments.split())


def test_a_pot_that_the_settlement_reads_is_asked_for(refused):
    said = refused(
        "score", "english-1800s", "--contract", "entrada", "--tricks", "4-4-1", "--run", "1"
    )
    assert "add --pot N" in said


def test_a_variant_without_a_pot_has_none(refused):
    said = refused("score", "danish-club", "--contract", "spil", "--tricks", "5-2-2", "--pot", "5")
    assert "leave --pot out" in said
